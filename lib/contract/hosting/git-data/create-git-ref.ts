import { z } from "zod";
import { defineOperation } from "../../operation";
import { RepoPath } from "../repo";
import { GitRef, objectId } from "./git-ref";

export const createGitRef = defineOperation({
  id: "createGitRef",
  summary: "Create a branch at a commit",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/refs",
  pathParams: RepoPath,
  query: z.looseObject({}),
  body: z.object({ ref: z.string("is required"), sha: objectId }),
  response: GitRef,
  family: "repohost",
  scopes: ["repository:contents:write"],
  conflicts: true,
  points: 5,
});
