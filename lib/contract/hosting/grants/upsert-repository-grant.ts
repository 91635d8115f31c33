import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { grantee, RepositoryGrant } from "./grant";

export const upsertRepositoryGrant = defineOperation({
  id: "upsertRepositoryGrant",
  summary: "Grant a permission on a repository",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/grants",
  pathParams: RepoPath,
  body: z.object({
    ...grantee,
    permission: z.enum(["read", "write", "admin"], "must be read, write or admin"),
  }),
  response: RepositoryGrant,
  scopes: ["repository:settings:write"],
  role: "admin",
});
