import { getPullRequest } from "@/lib/contract/hosting/get-pull-request";
import { implement } from "../../core/http/implement";
import { pullRequestBody } from "./pull-request-body";
import { requirePullRequest } from "./pull-request-row";

export const getPullRequestOperation = implement(getPullRequest, async ({ principal, params }, service) => {
  const { repository, pull } = await requirePullRequest(service, principal, params);
  return pullRequestBody(service, repository, pull.id);
});
