import { getCommit } from "@/lib/contract/hosting/get-commit";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { emptyTree } from "../../git/changed-files";
import { readCommit } from "../../git/commit-object";
import { diffStats } from "../../git/diff-stats";
import type { WithGit } from "../../git/with-git";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { commitBody } from "./commit-body";

/** Stats compare the commit with its first parent. */
export const getCommitOperation = implement(
  getCommit,
  async ({ principal, params, signal }, context: Context & WithGit) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const sha = await requireCommit(reader, repository, "sha", params.sha);
    const commit = await readCommit(reader, sha);
    const { additions, deletions } = await diffStats(reader.dir, commit.parents[0] ?? emptyTree, sha, signal);
    return { ...commitBody(sha, commit), stats: { additions, deletions, total: additions + deletions } };
  },
);
