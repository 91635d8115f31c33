import { z } from "zod";
import { defineOperation } from "../../operation";
import { CheckSuite, CheckSuitePath } from "../check";

export const getCheckSuite = defineOperation({
  id: "getCheckSuite",
  summary: "Get a check suite",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-suites/{checkSuiteId}",
  pathParams: CheckSuitePath,
  query: z.looseObject({}),
  response: CheckSuite,
  family: "repohost",
  scopes: ["repository:checks:read"],
});
