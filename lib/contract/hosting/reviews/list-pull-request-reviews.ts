import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { PullRequestPath, PullRequestReference } from "../pull-request";
import { PullRequestReview } from "../review";

export const listPullRequestReviews = defineOperation({
  id: "listPullRequestReviews",
  summary: "List the submitted reviews of a pull request, oldest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews",
  pathParams: PullRequestPath,
  query: RepohostPageQuery,
  response: z.looseObject({
    reviews: z.array(PullRequestReview),
    pullRequest: PullRequestReference,
    nextPageToken: z.string(),
  }),
  scopes: ["repository:pull_requests:reviews:read"],
});
