import { z } from "zod";
import { defineOperation } from "../../operation";
import { RepoPath } from "../repo";
import { grantee } from "./grant";

export const deleteRepositoryGrant = defineOperation({
  id: "deleteRepositoryGrant",
  summary: "Revoke a direct grant on a repository",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/grants",
  pathParams: RepoPath,
  query: z.looseObject({}),
  body: z.object(grantee),
  response: z.unknown(),
  success: 204,
  family: "repohost",
  scopes: ["repository:settings:write"],
  points: 5,
  role: "admin",
});
