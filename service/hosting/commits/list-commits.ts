import { z } from "zod";
import { listCommits } from "@/lib/contract/hosting/list-commits";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { invalidPageToken, pageToken, readPage, readPosition } from "../../core/http/page-token";
import { type CommitObject, readCommit } from "../../git/commit-object";
import { listHistory } from "../../git/history";
import type { ObjectReader } from "../../git/object-readers";
import { isEmptyRepository } from "../../git/references";
import { isObjectId } from "../../git/resolve-revision";
import type { WithGit } from "../../git/with-git";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { commitBody } from "./commit-body";

/** Commits a filtered page looks at before it ends, however few it has found. */
const mostScanned = 1_000;

/** Where a page goes on: the revision of the first page stays, whatever has been pushed since. */
const Position = z.strictObject({
  commit: z.string().refine(isObjectId),
  skip: z.number().int().min(0).max(2_147_483_647),
  authors: z.array(z.string()),
  committers: z.array(z.string()),
});
type Position = z.infer<typeof Position>;

/** Tokens come back from callers, who may have changed them: the commit of one has to be there. */
async function requirePosition(reader: ObjectReader, after: string | undefined): Promise<Position | undefined> {
  const position = readPosition(after, Position);
  if (!position || (await reader.info(position.commit))?.type === "commit") return position;
  throw invalidPageToken();
}

const plain = (email: string) => email.trim().toLowerCase();

function matches({ author, committer }: CommitObject, { authors, committers }: Position): boolean {
  return (
    (authors.length === 0 || authors.includes(plain(author.email))) &&
    (committers.length === 0 || committers.includes(plain(committer.email)))
  );
}

export const listCommitsOperation = implement(
  listCommits,
  async ({ principal, params, query, signal }, context: Context & WithGit) => {
    const repository = await requireRepository(context, principal, params);
    const dir = context.repositories.path(repository.id);
    const reader = context.objects.of(dir);
    const list = `commits ${repository.id}`;
    const { size, after } = readPage(list, query);
    if (after === undefined && !query.sha && (await isEmptyRepository(dir))) return { commits: [], nextPageToken: "" };
    const at: Position = (await requirePosition(reader, after)) ?? {
      commit: await requireCommit(reader, repository, "sha", query.sha),
      skip: 0,
      authors: query.authorEmails,
      committers: query.committerEmails,
    };

    const scanned = at.authors.length + at.committers.length > 0 ? mostScanned : size;
    const ids = await listHistory(dir, at.commit, { skip: at.skip, count: scanned + 1, signal });
    const found = [];
    let looked = 0;
    for (let begin = 0; begin < Math.min(ids.length, scanned) && found.length < size; begin += size) {
      const some = ids.slice(begin, Math.min(begin + size, scanned));
      const commits = await Promise.all(some.map(async (id) => ({ id, commit: await readCommit(reader, id) })));
      for (const { id, commit } of commits) {
        if (found.length === size) break;
        looked += 1;
        if (matches(commit, at)) found.push(commitBody(id, commit));
      }
    }
    const goesOn = looked < ids.length;
    const next = JSON.stringify({ ...at, skip: at.skip + looked } satisfies Position);
    return { commits: found, nextPageToken: goesOn ? pageToken({ list, size, after: next }) : "" };
  },
);
