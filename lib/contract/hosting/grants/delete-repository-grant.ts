import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { grantee } from "./grant";

export const deleteRepositoryGrant = defineOperation({
  id: "deleteRepositoryGrant",
  summary: "Revoke a direct grant on a repository",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/grants",
  pathParams: RepoPath,
  body: z.object(grantee),
  response: z.unknown(),
  success: 204,
  scopes: ["repository:settings:write"],
  role: "admin",
});
