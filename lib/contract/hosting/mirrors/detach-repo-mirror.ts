import { z } from "zod";
import { defineOperation } from "../../operation";
import { RepoPath } from "../repo";

export const detachRepoMirror = defineOperation({
  id: "detachRepoMirror",
  summary: "Detach a mirror from its upstream permanently",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror",
  pathParams: RepoPath,
  query: z.looseObject({}),
  response: z.undefined(),
  success: 204,
  role: "admin",
  family: "repohost",
  credentials: ["user"],
  scopes: ["repository:mirror:delete"],
  points: 5,
});
