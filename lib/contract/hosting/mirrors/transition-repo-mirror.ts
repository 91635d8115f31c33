import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { MirrorTransitionJob, mirrorTransitions } from "../mirror";
import { Repo, RepoPath } from "../repo";

/**
 * The job per the specification, plus the two fields the published OpenAPI document has instead, so that clients of either work.
 */
export const TransitionResponse = MirrorTransitionJob.extend({ repository: Repo, job: MirrorTransitionJob });

export const transitionRepoMirror = defineOperation({
  id: "transitionRepoMirror",
  summary: "Start a mirror transition",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror:transition",
  pathParams: RepoPath,
  body: z.object({ transition: z.enum(mirrorTransitions, `must be one of ${mirrorTransitions.join(", ")}`) }),
  response: TransitionResponse,
  role: "admin",
  credentials: ["user"],
  scopes: ["repository:mirror:write"],
  points: 10,
});
