import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { annotationBatch, annotationBodyBytes, CheckRunAnnotation, CheckRunPath } from "../check";

export const createCheckRunAnnotations = defineOperation({
  id: "createCheckRunAnnotations",
  summary: "Append annotations to a check run",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs/{checkRunId}/annotations",
  pathParams: CheckRunPath,
  bodyBytes: annotationBodyBytes,
  body: z.looseObject({ annotations: annotationBatch }),
  response: z.looseObject({ annotations: z.array(CheckRunAnnotation) }),
  credentials: ["installation"],
  scopes: ["repository:checks:write"],
});
