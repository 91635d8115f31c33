import { z } from "zod";
import { defineOperation } from "../operation";
import { MirrorTransitionJob } from "./mirror";
import { RepoPath } from "./repo";

export const getActiveMirrorTransitionJob = defineOperation({
  id: "getActiveMirrorTransitionJob",
  summary: "Get the transition of a mirror that is under way, and the last one that is over",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror/transition-jobs:active",
  pathParams: RepoPath,
  query: z.looseObject({}),
  response: z.looseObject({ activeJob: MirrorTransitionJob.optional(), lastJob: MirrorTransitionJob.optional() }),
  family: "repohost",
  scopes: ["repository:metadata:read"],
});
