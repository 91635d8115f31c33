import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommitFiles } from "../commit-file";
import { RepohostFilesQuery } from "../pagination";
import { RepoPath } from "../repo";

export const listCommitFiles = defineOperation({
  id: "listCommitFiles",
  summary: "List the files a commit changed",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/commits/{sha}/files",
  pathParams: RepoPath.extend({ sha: z.string() }),
  query: RepohostFilesQuery,
  response: CommitFiles,
  scopes: ["repository:contents:read"],
  points: 5,
});
