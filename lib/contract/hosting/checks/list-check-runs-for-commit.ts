import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CheckRunPage, CommitChecksPath, checkRunStatuses } from "../check";
import { RepohostPageQuery } from "../pagination";

export const listCheckRunsForCommit = defineOperation({
  id: "listCheckRunsForCommit",
  summary: "List the latest check runs of a commit",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/commits/{sha}/check-runs",
  pathParams: CommitChecksPath,
  query: RepohostPageQuery.extend({
    checkName: z.string().optional(),
    status: z.enum(checkRunStatuses, `must be one of ${checkRunStatuses.join(", ")}`).optional(),
  }),
  response: CheckRunPage,
  scopes: ["repository:checks:read"],
});
