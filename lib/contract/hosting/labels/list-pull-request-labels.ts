import { defineOperation } from "../../define-operation";
import { AssignedLabels } from "../label";
import { PullRequestPath } from "../pull-request";

export const listPullRequestLabels = defineOperation({
  id: "listPullRequestLabels",
  summary: "List the labels of a pull request",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/labels",
  pathParams: PullRequestPath,
  response: AssignedLabels,
  scopes: ["repository:pull_requests:read"],
});
