import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";
import { RequestedReviewers } from "./list-requested-reviewers";

const identifiers = z.array(z.string("must be text")).default([]);

/** Users by id or email, groups by id or slug; at least one in total. */
export const Reviewers = z
  .looseObject({ users: identifiers, groups: identifiers })
  .refine(({ users, groups }) => [...users, ...groups].some((each) => each.trim() !== ""), {
    path: ["users"],
    error: "must contain at least one user or group",
  });

export const requestReviewers = defineOperation({
  id: "requestPullRequestReviewers",
  summary: "Request reviews of a pull request",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/requested_reviewers",
  pathParams: PullRequestPath,
  body: Reviewers,
  response: RequestedReviewers,
  scopes: ["repository:pull_requests:reviews:write"],
});
