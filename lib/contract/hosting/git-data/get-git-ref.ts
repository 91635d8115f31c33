import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { GitRef } from "./git-ref";

export const getGitRef = defineOperation({
  id: "getGitRef",
  summary: "Get a reference by its full name",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/ref/{ref+}",
  pathParams: RepoPath.extend({ ref: z.string() }),
  response: GitRef,
  scopes: ["repository:contents:read"],
  conflicts: true,
});
