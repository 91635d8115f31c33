import { readCommit } from "@/git/objects/commit-object";
import { getGitCommit } from "@/lib/contract/hosting/git-data/get-git-commit";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { gitCommitBody } from "../commits/commit-body";
import { requireCommit } from "../repositories/revision";
import { requireNotEmpty } from "./require-not-empty";

export const getGitCommitOperation = implement(getGitCommit, async ({ principal, params }, context: HostingContext) => {
  const repository = await requireRepository(context, principal, params);
  const dir = context.repositories.path(repository.id);
  await requireNotEmpty(dir);
  const reader = context.objects.of(dir);
  const commit = await requireCommit(reader, repository, "sha", params.sha);
  return gitCommitBody(commit, await readCommit(reader, commit));
});
