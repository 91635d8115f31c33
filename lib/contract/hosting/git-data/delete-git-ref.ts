import { z } from "zod";
import { defineOperation } from "../../operation";
import { RepoPath } from "../repo";

export const deleteGitRef = defineOperation({
  id: "deleteGitRef",
  summary: "Delete a branch",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/refs/{ref+}",
  pathParams: RepoPath.extend({ ref: z.string() }),
  query: z.looseObject({}),
  response: z.undefined(),
  success: 204,
  family: "repohost",
  scopes: ["repository:contents:write"],
  conflicts: true,
  points: 5,
});
