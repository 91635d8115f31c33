import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { implement } from "../../core/http/implement";
import { pullRequestBody } from "./pull-request-body";
import { requirePullRequest } from "./pull-request-row";

export const getPullRequestOperation = implement(getPullRequest, async ({ principal, params }, context) => {
  const { repository, pull } = await requirePullRequest(context, principal, params);
  return pullRequestBody(context, repository, pull.id);
});
