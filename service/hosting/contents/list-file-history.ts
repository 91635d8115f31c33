import { z } from "zod";
import { fileHistory } from "@/git/history/file-history";
import { readCommit } from "@/git/objects/commit-object";
import { isObjectId } from "@/git/refs/resolve-revision";
import { listFileHistory } from "@/lib/contract/hosting/contents/list-file-history";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { invalidPageToken, pageToken, readPage, readPosition } from "../../core/http/page-token";
import { requireRepository } from "../access/repository-access";
import { commitBody } from "../commits/commit-body";
import { scanHistory } from "./history-scan";
import { requireEntry } from "./require-entry";

/** Where a page starts. The commit is fixed on the first page, so later pushes don't affect paging. */
const Position = z.strictObject({
  commit: z.string().refine(isObjectId),
  skip: z.number().int().min(0).max(100_000),
});

export const listFileHistoryOperation = implement(
  listFileHistory,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const list = `file history ${repository.id} ${query.path}`;
    const { size, after } = readPage(list, query);
    const position = readPosition(after, Position);
    // Callers can tamper with page tokens, so check that the commit exists.
    if (position && (await reader.info(position.commit))?.type !== "commit") throw invalidPageToken();
    const ref = position?.commit ?? query.ref;
    const { commit, path, isFile } = await requireEntry(reader, repository, { path: query.path, ref });
    const skip = position?.skip ?? 0;
    const { changes, complete } = await scanHistory(principal, signal, () =>
      fileHistory(reader.dir, { commit, path, isFile, skip, count: size + 1 }, signal),
    );
    const shown = await Promise.all(
      changes.slice(0, size).map(async ({ commit: id, ...change }) => ({
        commit: commitBody(id, await readCommit(reader, id)),
        ...change,
      })),
    );
    const next = JSON.stringify({ commit, skip: skip + size } satisfies z.infer<typeof Position>);
    const nextPageToken = changes.length > size ? pageToken({ list, size, after: next }) : "";
    return { changes: shown, limitHit: !complete, nextPageToken };
  },
);
