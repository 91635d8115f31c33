import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { expectedHeadSha, PullRequestPath } from "../pull-request";
import { Mergeability } from "./mergeability";

export const getPullRequestMergeability = defineOperation({
  id: "getPullRequestMergeability",
  summary: "Get a pull request's mergeability and merge blockers",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/mergeability",
  pathParams: PullRequestPath,
  query: z.looseObject({ expectedHeadSha }),
  response: Mergeability,
  scopes: ["repository:pull_requests:read"],
  conflicts: true,
  preview: true,
  points: 10,
});
