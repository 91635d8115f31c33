import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { MirrorTransitionJob } from "../mirror";
import { RepoPath } from "../repo";

export const getActiveMirrorTransitionJob = defineOperation({
  id: "getActiveMirrorTransitionJob",
  summary: "Get a mirror's active transition job and the last completed one",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror/transition-jobs:active",
  pathParams: RepoPath,
  response: z.looseObject({ activeJob: MirrorTransitionJob.optional(), lastJob: MirrorTransitionJob.optional() }),
  scopes: ["repository:metadata:read"],
});
