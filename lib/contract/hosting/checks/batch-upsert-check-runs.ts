import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CheckRun, CheckRunInput, CheckRunWriteResult, CheckSuite, CheckSuiteInput, commitSha } from "../check";
import { RepoPath } from "../repo";

export const batchUpsertCheckRuns = defineOperation({
  id: "batchUpsertCheckRuns",
  summary: "Create or update check runs of a suite atomically",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs:batchUpsert",
  pathParams: RepoPath,
  bodyBytes: 48 * 1024 * 1024,
  body: z.looseObject({
    headSha: commitSha,
    checkSuite: CheckSuiteInput,
    checkRuns: z
      .array(CheckRunInput, "must be a list of check runs")
      .min(1, "must contain 1 to 10 check runs")
      .max(10, "must contain 1 to 10 check runs")
      .refine(
        (runs) => new Set(runs.map(({ externalId, key }) => JSON.stringify([externalId, key]))).size === runs.length,
        "must not contain the same attempt twice",
      ),
  }),
  response: z.looseObject({
    checkSuite: CheckSuite,
    /** The runs of `results`; deprecated. */
    checkRuns: z.array(CheckRun).optional().meta({ deprecated: true, description: "Use results[].checkRun" }),
    results: z.array(CheckRunWriteResult),
  }),
  credentials: ["installation"],
  scopes: ["repository:checks:write"],
});
