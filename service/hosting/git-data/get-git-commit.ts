import { getGitCommit } from "@/lib/contract/hosting/get-git-commit";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { readCommit } from "../../git/commit-object";
import type { WithGit } from "../../git/with-git";
import { requireRepository } from "../access/repository-access";
import { gitCommitBody } from "../commits/commit-body";
import { requireCommit } from "../repositories/revision";
import { requireNotEmpty } from "./require-not-empty";

export const getGitCommitOperation = implement(
  getGitCommit,
  async ({ principal, params }, context: Context & WithGit) => {
    const repository = await requireRepository(context, principal, params);
    const dir = context.repositories.path(repository.id);
    await requireNotEmpty(dir);
    const reader = context.objects.of(dir);
    const commit = await requireCommit(reader, repository, "sha", params.sha);
    return gitCommitBody(commit, await readCommit(reader, commit));
  },
);
