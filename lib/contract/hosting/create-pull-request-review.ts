import { z } from "zod";
import { defineOperation } from "../operation";
import { CommentTarget, commentBody, versionNumber } from "./comment";
import { PullRequestPath, pullRequestBody } from "./pull-request";
import { PullRequestReview, verdicts } from "./review";

const maxComments = 50;

export const createPullRequestReview = defineOperation({
  id: "createPullRequestReview",
  summary: "Submit a review of a pull request and publish its comments",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews",
  pathParams: PullRequestPath,
  query: z.looseObject({}),
  bodyBytes: 8 * 1024 * 1024,
  body: z.looseObject({
    verdict: z.enum(verdicts, "must be approve, request_changes or comment"),
    body: pullRequestBody.optional(),
    versionNumber,
    comments: z
      .array(CommentTarget.extend({ body: commentBody }))
      .max(maxComments, `must contain at most ${maxComments} comments`)
      .optional(),
  }),
  response: PullRequestReview,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
});
