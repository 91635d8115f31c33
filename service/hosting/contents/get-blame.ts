import { blame } from "@/git/history/blame";
import { getBlame } from "@/lib/contract/hosting/contents/get-blame";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { authorBody } from "../commits/commit-body";
import { scanHistory } from "./history-scan";
import { requireFile } from "./require-entry";

export const getBlameOperation = implement(
  getBlame,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const { commit: sha, path } = await requireFile(reader, repository, query);
    const { ranges, commits } = await scanHistory(principal, signal, () => blame(reader.dir, sha, path, signal));
    return {
      sha,
      path,
      commits: [...commits].map(([id, { author, subject, previous }]) => ({
        sha: id,
        author: authorBody(author),
        subject,
        ...(previous ? { previous: { sha: previous.commit, path: previous.path } } : {}),
      })),
      ranges: ranges.map(({ commit, ...range }) => ({ sha: commit, ...range })),
    };
  },
);
