import { z } from "zod";
import { defineOperation } from "../../define-operation";
import {
  annotationBodyBytes,
  CheckRunInput,
  CheckRunWriteResult,
  CheckSuite,
  CheckSuiteInput,
  commitSha,
} from "../check";
import { RepoPath } from "../repo";

export const postCheckRun = defineOperation({
  id: "postCheckRun",
  summary: "Create or update a check run of a commit",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs",
  pathParams: RepoPath,
  bodyBytes: annotationBodyBytes,
  body: z.looseObject({ headSha: commitSha, checkSuite: CheckSuiteInput, checkRun: CheckRunInput }),
  response: CheckRunWriteResult.extend({ checkSuite: CheckSuite }),
  credentials: ["installation"],
  scopes: ["repository:checks:write"],
});
