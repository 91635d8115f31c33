import { z } from "zod";
import { defineOperation } from "../../operation";
import { CheckRun, CheckRunPath } from "../check";

export const rerequestCheckRun = defineOperation({
  id: "rerequestCheckRun",
  summary: "Request a re-run of a check",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs/{checkRunId}/rerequest",
  pathParams: CheckRunPath,
  query: z.looseObject({}),
  body: z.looseObject({}),
  response: CheckRun,
  family: "repohost",
  scopes: ["repository:contents:write"],
  conflicts: true,
  points: 5,
});
