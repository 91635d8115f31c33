import { defineOperation } from "../../define-operation";
import { AssignedLabels, LabelPath } from "../label";
import { PullRequestPath } from "../pull-request";

export const removePullRequestLabel = defineOperation({
  id: "removePullRequestLabel",
  summary: "Remove a label from a pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/labels/{labelName}",
  pathParams: PullRequestPath.extend(LabelPath.shape),
  response: AssignedLabels,
  scopes: ["repository:pull_requests:write"],
});
