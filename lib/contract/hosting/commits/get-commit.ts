import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Commit } from "../commit";
import { RepoPath } from "../repo";

export const getCommit = defineOperation({
  id: "getCommit",
  summary: "Get a commit with its statistics",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/commits/{sha}",
  pathParams: RepoPath.extend({ sha: z.string() }),
  response: Commit,
  scopes: ["repository:contents:read"],
  points: 5,
});
