import { createPullRequest } from "@/lib/contract/hosting/create-pull-request";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { actorOf } from "../actors/actor";
import { requireRepository } from "../repositories/access";
import { requireBranch } from "./branches";
import { openPullRequest } from "./open-pull-request";
import { refuseParentNumber, selectParent } from "./parent-selector";
import { pullRequestBody } from "./pull-request-body";
import { measureVersion } from "./version";

export const createPullRequestOperation = implement(createPullRequest, async ({ principal, params, body }, service) => {
  const repository = await requireRepository(service, principal, params, "write");
  refuseParentNumber(body);
  const parent = body.parentPullRequest && (await selectParent(service.db, repository.id, body.parentPullRequest));
  if (parent === "clear") {
    throw refuse.repohost("InvalidArgument", "parentPullRequest has nothing to clear yet", "parentPullRequest");
  }
  const head = await requireBranch(service, repository.id, "head", body.head);
  const base = await requireBranch(service, repository.id, "base", body.base);
  if (head.branch === base.branch) throw refuse.repohost("InvalidArgument", "head and base are one branch", "head");
  const shas = { headSha: head.sha, baseSha: base.sha };
  const measured = await measureVersion(service.repositories.path(repository.id), shas);
  if (measured === "unrelated") {
    throw refuse.repohost("InvalidArgument", "head has no history in common with base", "head");
  }
  const { id } = await openPullRequest(service, {
    repositoryId: repository.id,
    title: body.title,
    body: body.body ?? "",
    headRef: head.branch,
    baseRef: base.branch,
    draft: body.draft ?? false,
    author: await actorOf(service, principal),
    parent,
    measured,
  });
  return pullRequestBody(service, repository, id);
});
