import { z } from "zod";
import { defineOperation } from "../../operation";
import { AssignedLabels, LabelPath } from "../label";
import { PullRequestPath } from "../pull-request";

export const removePullRequestLabel = defineOperation({
  id: "removePullRequestLabel",
  summary: "Remove a label from a pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/labels/{labelName}",
  pathParams: PullRequestPath.extend(LabelPath.shape),
  query: z.looseObject({}),
  response: AssignedLabels,
  family: "repohost",
  scopes: ["repository:pull_requests:write"],
  points: 5,
});
