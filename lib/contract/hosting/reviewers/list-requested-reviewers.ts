import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";

/** Requested users and groups (hosting specification, section 2 Requested reviewer). */
export const RequestedReviewers = z.looseObject({
  users: z.array(z.looseObject({ id: z.string(), email: z.string(), displayName: z.string().optional() })),
  /** `slug`: an extension of the specification. */
  groups: z.array(z.looseObject({ id: z.string(), slug: z.string().optional() })),
});
export type RequestedReviewers = z.infer<typeof RequestedReviewers>;

export const listRequestedReviewers = defineOperation({
  id: "listPullRequestRequestedReviewers",
  summary: "List a pull request's requested reviewers",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/requested_reviewers",
  pathParams: PullRequestPath,
  response: RequestedReviewers,
  scopes: ["repository:pull_requests:reviews:read"],
});
