import { z } from "zod";
import { defineOperation } from "../operation";
import { grantee } from "./grant";
import { RepoPath } from "./repo";

export const deleteRepositoryGrant = defineOperation({
  id: "deleteRepositoryGrant",
  summary: "Take back what was granted on a repository itself",
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
