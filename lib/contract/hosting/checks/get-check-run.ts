import { defineOperation } from "../../define-operation";
import { CheckRun, CheckRunPath } from "../check";

export const getCheckRun = defineOperation({
  id: "getCheckRun",
  summary: "Get a check run",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs/{checkRunId}",
  pathParams: CheckRunPath,
  response: CheckRun,
  scopes: ["repository:checks:read"],
});
