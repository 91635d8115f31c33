import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AssignedLabels, labelNames } from "../label";
import { PullRequestPath } from "../pull-request";

export const addPullRequestLabels = defineOperation({
  id: "addPullRequestLabels",
  summary: "Add labels to a pull request",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/labels",
  pathParams: PullRequestPath,
  body: z.looseObject({ labels: labelNames }),
  response: AssignedLabels,
  scopes: ["repository:pull_requests:write"],
});
