import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";

export const removeAllPullRequestLabels = defineOperation({
  id: "removeAllPullRequestLabels",
  summary: "Remove all labels from a pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/labels",
  pathParams: PullRequestPath,
  response: z.undefined(),
  success: 204,
  scopes: ["repository:pull_requests:write"],
});
