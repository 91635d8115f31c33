import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { GitRef, objectId } from "./git-ref";

export const createGitRef = defineOperation({
  id: "createGitRef",
  summary: "Create a branch at a commit",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/refs",
  pathParams: RepoPath,
  body: z.object({ ref: z.string("is required"), sha: objectId }),
  response: GitRef,
  scopes: ["repository:contents:write"],
  conflicts: true,
});
