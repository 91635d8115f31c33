import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";

export const deleteGitRef = defineOperation({
  id: "deleteGitRef",
  summary: "Delete a branch",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/refs/{ref+}",
  pathParams: RepoPath.extend({ ref: z.string() }),
  response: z.undefined(),
  success: 204,
  scopes: ["repository:contents:write"],
  conflicts: true,
});
