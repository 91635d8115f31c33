import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CheckRun, CheckRunPath } from "../check";

export const rerequestCheckRun = defineOperation({
  id: "rerequestCheckRun",
  summary: "Request a re-run of a check",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs/{checkRunId}/rerequest",
  pathParams: CheckRunPath,
  body: z.looseObject({}),
  response: CheckRun,
  scopes: ["repository:contents:write"],
  conflicts: true,
});
