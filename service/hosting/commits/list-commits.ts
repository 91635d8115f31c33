import { z } from "zod";
import { listHistory } from "@/git/history/history";
import { type CommitObject, readCommit } from "@/git/objects/commit-object";
import type { ObjectReader } from "@/git/objects/object-readers";
import { isEmptyRepository } from "@/git/refs/references";
import { isObjectId } from "@/git/refs/resolve-revision";
import { listCommits } from "@/lib/contract/hosting/commits/list-commits";
import type { QueryOf } from "@/lib/contract/operation";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { invalidPageToken, pageToken, readPage, readPosition } from "../../core/http/page-token";
import { type FoundRepository, requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { commitBody } from "./commit-body";

/** Most commits scanned for one filtered page, however few match. */
const maxScanned = 1_000;

/** Where a page starts. The start commit is fixed on the first page, so later pushes don't affect paging. */
const Position = z.strictObject({
  commit: z.string().refine(isObjectId),
  skip: z.number().int().min(0).max(2_147_483_647),
  authors: z.array(z.string()),
  committers: z.array(z.string()),
});
type Position = z.infer<typeof Position>;

/** Callers can tamper with page tokens, so check that the commit exists. */
async function requirePosition(reader: ObjectReader, after: string | undefined): Promise<Position | undefined> {
  const position = readPosition(after, Position);
  if (!position || (await reader.info(position.commit))?.type === "commit") return position;
  throw invalidPageToken();
}

/** The start of the first page; undefined in an empty repository. */
async function firstPosition(
  reader: ObjectReader,
  repository: FoundRepository,
  dir: string,
  { sha, authorEmails: authors, committerEmails: committers }: QueryOf<typeof listCommits>,
): Promise<Position | undefined> {
  try {
    return { commit: await requireCommit(reader, repository, "sha", sha), skip: 0, authors, committers };
  } catch (error) {
    if (!sha && (await isEmptyRepository(dir))) return undefined;
    throw error;
  }
}

const normalized = (email: string) => email.trim().toLowerCase();

function matches({ author, committer }: CommitObject, { authors, committers }: Position): boolean {
  return (
    (authors.length === 0 || authors.includes(normalized(author.email))) &&
    (committers.length === 0 || committers.includes(normalized(committer.email)))
  );
}

export const listCommitsOperation = implement(
  listCommits,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const dir = context.repositories.path(repository.id);
    const reader = context.objects.of(dir);
    const list = `commits ${repository.id}`;
    const { size, after } = readPage(list, query);
    const at = (await requirePosition(reader, after)) ?? (await firstPosition(reader, repository, dir, query));
    if (!at) return { commits: [], nextPageToken: "" };

    const scanned = at.authors.length + at.committers.length > 0 ? maxScanned : size;
    const ids = await listHistory(dir, at.commit, { skip: at.skip, count: scanned + 1, signal });
    const found = [];
    let scannedCount = 0;
    for (let start = 0; start < Math.min(ids.length, scanned) && found.length < size; start += size) {
      const some = ids.slice(start, Math.min(start + size, scanned));
      const commits = await Promise.all(some.map(async (id) => ({ id, commit: await readCommit(reader, id) })));
      for (const { id, commit } of commits) {
        if (found.length === size) break;
        scannedCount += 1;
        if (matches(commit, at)) found.push(commitBody(id, commit));
      }
    }
    const hasMore = scannedCount < ids.length;
    const next = JSON.stringify({ ...at, skip: at.skip + scannedCount } satisfies Position);
    return { commits: found, nextPageToken: hasMore ? pageToken({ list, size, after: next }) : "" };
  },
);
