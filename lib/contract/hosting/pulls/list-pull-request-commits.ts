import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Commit } from "../commit";
import { RepohostFilesQuery } from "../pagination";
import { PullRequestPath } from "../pull-request";

export const listPullRequestCommits = defineOperation({
  id: "listPullRequestCommits",
  summary: "List the commits of a pull request, oldest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/commits",
  pathParams: PullRequestPath,
  query: RepohostFilesQuery,
  response: z.looseObject({ commits: z.array(Commit), nextPageToken: z.string() }),
  scopes: ["repository:pull_requests:read"],
});
