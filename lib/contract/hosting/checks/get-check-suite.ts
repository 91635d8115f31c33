import { defineOperation } from "../../define-operation";
import { CheckSuite, CheckSuitePath } from "../check";

export const getCheckSuite = defineOperation({
  id: "getCheckSuite",
  summary: "Get a check suite",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-suites/{checkSuiteId}",
  pathParams: CheckSuitePath,
  response: CheckSuite,
  scopes: ["repository:checks:read"],
});
