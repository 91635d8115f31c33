import { z } from "zod";
import { defineOperation } from "../../operation";
import { MirrorTransitionJob } from "../mirror";
import { RepoPath } from "../repo";

export const getMirrorTransitionJob = defineOperation({
  id: "getMirrorTransitionJob",
  summary: "Get a mirror transition job",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/mirror/transition-jobs/{jobId}",
  pathParams: RepoPath.extend({ jobId: z.string() }),
  query: z.looseObject({}),
  response: MirrorTransitionJob,
  family: "repohost",
  scopes: ["repository:metadata:read"],
});
