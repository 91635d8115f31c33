import { z } from "zod";
import { defineOperation } from "../../operation";
import { CheckRun, CheckRunPath } from "../check";

export const getCheckRun = defineOperation({
  id: "getCheckRun",
  summary: "Get a check run",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs/{checkRunId}",
  pathParams: CheckRunPath,
  query: z.looseObject({}),
  response: CheckRun,
  family: "repohost",
  scopes: ["repository:checks:read"],
});
