import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { GitCommit } from "../commit";
import { RepoPath } from "../repo";

export const getGitCommit = defineOperation({
  id: "getGitCommit",
  summary: "Get a git commit object",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/commits/{sha}",
  pathParams: RepoPath.extend({ sha: z.string() }),
  response: GitCommit,
  scopes: ["repository:contents:read"],
  conflicts: true,
});
