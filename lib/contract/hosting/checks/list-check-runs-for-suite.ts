import { defineOperation } from "../../define-operation";
import { CheckRunPage, CheckSuitePath } from "../check";
import { RepohostPageQuery } from "../pagination";

export const listCheckRunsForSuite = defineOperation({
  id: "listCheckRunsForSuite",
  summary: "List the latest check runs of a check suite",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-suites/{checkSuiteId}/check-runs",
  pathParams: CheckSuitePath,
  query: RepohostPageQuery,
  response: CheckRunPage,
  scopes: ["repository:checks:read"],
});
