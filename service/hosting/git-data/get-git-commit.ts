import { getGitCommit } from "@/lib/contract/hosting/get-git-commit";
import { implement } from "../../core/http/implement";
import { readCommit } from "../../git/commit-object";
import { gitCommitBody } from "../commits/commit-body";
import { requireRepository } from "../repositories/access";
import { requireCommit } from "../repositories/revision";
import { refuseEmpty } from "./refuse-empty";

export const getGitCommitOperation = implement(getGitCommit, async ({ principal, params }, service) => {
  const repository = await requireRepository(service, principal, params);
  const dir = service.repositories.path(repository.id);
  await refuseEmpty(dir);
  const reader = service.objects.of(dir);
  const commit = await requireCommit(reader, repository, "sha", params.sha);
  return gitCommitBody(commit, await readCommit(reader, commit));
});
