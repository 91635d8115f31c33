import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { TransitionResponse } from "./transition-repo-mirror";

export const forceRepoMirrorCutover = defineOperation({
  id: "forceRepoMirrorCutover",
  summary: "Force a mirror cutover to the upstream state, discarding local differences",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror:forceCutover",
  pathParams: RepoPath,
  body: z.object({}),
  response: TransitionResponse,
  role: "admin",
  credentials: ["user"],
  scopes: ["repository:mirror:write"],
  points: 10,
});
