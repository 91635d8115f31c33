import { z } from "zod";
import { defineOperation } from "../operation";
import { Repo, RepoPath } from "./repo";

export const getRepo = defineOperation({
  id: "getRepo",
  summary: "Get a repository",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}",
  pathParams: RepoPath,
  query: z.looseObject({}),
  response: Repo,
  family: "repohost",
  scopes: ["repository:metadata:read"],
});
