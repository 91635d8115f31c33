import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { MirrorTransitionJob } from "../mirror";
import { RepoPath } from "../repo";

export const getMirrorTransitionJob = defineOperation({
  id: "getMirrorTransitionJob",
  summary: "Get a mirror transition job",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror/transition-jobs/{jobId}",
  pathParams: RepoPath.extend({ jobId: z.string() }),
  response: MirrorTransitionJob,
  scopes: ["repository:metadata:read"],
});
