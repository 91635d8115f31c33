import { emptyTree } from "@/git/diffs/changed-files";
import { diffStats } from "@/git/diffs/diff-stats";
import { readCommit } from "@/git/objects/commit-object";
import { GitLimitExceeded } from "@/git/run-git";
import { getCommit } from "@/lib/contract/hosting/commits/get-commit";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { commitBody } from "./commit-body";

/** The stats of a diff; `undefined` if it is too large to count. */
async function countChanges(dir: string, from: string, to: string, signal: AbortSignal) {
  try {
    return await diffStats(dir, from, to, signal);
  } catch (error) {
    if (error instanceof GitLimitExceeded) return undefined;
    throw error;
  }
}

/** Stats compare the commit with its first parent. A commit whose changes are too many to count has none. */
export const getCommitOperation = implement(
  getCommit,
  async ({ principal, params, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const sha = await requireCommit(reader, repository, "sha", params.sha);
    const commit = await readCommit(reader, sha);
    const counted = await countChanges(reader.dir, commit.parents[0] ?? emptyTree, sha, signal);
    if (!counted) return commitBody(sha, commit);
    const { additions, deletions } = counted;
    return { ...commitBody(sha, commit), stats: { additions, deletions, total: additions + deletions } };
  },
);
