import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CheckSuite, CommitChecksPath } from "../check";
import { RepohostPageQuery } from "../pagination";

export const listCheckSuitesForCommit = defineOperation({
  id: "listCheckSuitesForCommit",
  summary: "List the latest check suites of a commit",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/commits/{sha}/check-suites",
  pathParams: CommitChecksPath,
  query: RepohostPageQuery,
  response: z.looseObject({
    checkSuites: z.array(CheckSuite),
    nextPageToken: z.string(),
    totalSize: z.number().int(),
  }),
  scopes: ["repository:checks:read"],
});
