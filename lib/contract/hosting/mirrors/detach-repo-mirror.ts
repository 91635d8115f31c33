import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";

export const detachRepoMirror = defineOperation({
  id: "detachRepoMirror",
  summary: "Detach a mirror from its upstream permanently",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror",
  pathParams: RepoPath,
  response: z.undefined(),
  success: 204,
  role: "admin",
  credentials: ["user"],
  scopes: ["repository:mirror:delete"],
});
