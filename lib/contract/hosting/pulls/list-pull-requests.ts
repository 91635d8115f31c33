import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { PullRequest } from "../pull-request";
import { RepoPath } from "../repo";

const moment = z.iso.datetime({ offset: true, error: "must be an RFC 3339 timestamp" });

export const listPullRequests = defineOperation({
  id: "listPullRequests",
  summary: "List the pull requests of a repository",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls",
  pathParams: RepoPath,
  query: RepohostPageQuery.extend({
    state: z.enum(["open", "closed", "merged", "all"], "must be open, closed, merged or all").default("open"),
    head: z.string().optional(),
    base: z.string().optional(),
    author: z.string().optional(),
    sortBy: z.enum(["created", "updated"], "must be created or updated").default("created"),
    direction: z.enum(["desc", "asc"], "must be desc or asc").default("desc"),
    since: moment.optional(),
    until: moment.optional(),
    headSha: z.string().optional(),
    stackId: z
      .string()
      .regex(/^stk_[0-9a-z]{26}$/, "must be a stack id")
      .optional(),
  }),
  response: z.looseObject({ pullRequests: z.array(PullRequest), nextPageToken: z.string() }),
  scopes: ["repository:pull_requests:read"],
});
