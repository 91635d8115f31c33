import { defineOperation } from "../../define-operation";
import { CommitFiles } from "../commit-file";
import { RepohostFilesQuery } from "../pagination";
import { PullRequestPath } from "../pull-request";

export const listPullRequestFiles = defineOperation({
  id: "listPullRequestFiles",
  summary: "List the files a pull request changes",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/files",
  pathParams: PullRequestPath,
  query: RepohostFilesQuery,
  response: CommitFiles,
  scopes: ["repository:pull_requests:read"],
  points: 5,
});
