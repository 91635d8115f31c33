import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommitFiles } from "../commit-file";
import { RepohostFilesQuery } from "../pagination";
import { RepoPath } from "../repo";

export const listComparisonFiles = defineOperation({
  id: "listComparisonFiles",
  summary: "List the files changed in a comparison",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/compare/{basehead}/files",
  pathParams: RepoPath.extend({ basehead: z.string() }),
  query: RepohostFilesQuery,
  response: CommitFiles,
  scopes: ["repository:contents:read"],
  points: 5,
});
