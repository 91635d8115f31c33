import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CheckRunAnnotation, CheckRunPath } from "../check";
import { RepohostPageQuery } from "../pagination";

export const listCheckRunAnnotations = defineOperation({
  id: "listCheckRunAnnotations",
  summary: "List the annotations of a check run, oldest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/check-runs/{checkRunId}/annotations",
  pathParams: CheckRunPath,
  query: RepohostPageQuery,
  response: z.looseObject({ annotations: z.array(CheckRunAnnotation), nextPageToken: z.string() }),
  scopes: ["repository:checks:read"],
});
