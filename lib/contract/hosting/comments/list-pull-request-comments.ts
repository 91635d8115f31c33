import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestComment } from "../comment";
import { RepohostPageQuery } from "../pagination";
import { PullRequestPath, PullRequestReference } from "../pull-request";

const maxThreads = 20;
const moment = z.iso.datetime({ offset: true, error: "must be an RFC 3339 timestamp" });

const threadIds = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [...new Set(value === undefined ? [] : typeof value === "string" ? [value] : value)].sort())
  .refine((ids) => ids.every((id) => id.trim() !== ""), "must not contain an empty id")
  .refine((ids) => ids.length <= maxThreads, `must contain at most ${maxThreads} ids`);

export const listPullRequestComments = defineOperation({
  id: "listPullRequestComments",
  summary: "List the comments of a pull request, oldest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/comments",
  pathParams: PullRequestPath,
  query: RepohostPageQuery.extend({ since: moment.optional(), until: moment.optional(), threadIds }),
  response: z.looseObject({
    comments: z.array(PullRequestComment),
    pullRequest: PullRequestReference,
    nextPageToken: z.string(),
  }),
  scopes: ["repository:pull_requests:reviews:read"],
});
