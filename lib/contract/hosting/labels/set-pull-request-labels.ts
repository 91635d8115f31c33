import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AssignedLabels, labelNames } from "../label";
import { PullRequestPath } from "../pull-request";

export const setPullRequestLabels = defineOperation({
  id: "setPullRequestLabels",
  summary: "Replace the labels of a pull request",
  method: "PUT",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/labels",
  pathParams: PullRequestPath,
  // As published: an omitted list is empty.
  body: z.looseObject({ labels: labelNames.default([]) }),
  response: AssignedLabels,
  scopes: ["repository:pull_requests:write"],
});
