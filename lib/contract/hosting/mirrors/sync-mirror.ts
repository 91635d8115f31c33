import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";

export const syncMirror = defineOperation({
  id: "syncMirror",
  summary: "Sync a mirrored reference from its upstream",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}:syncMirror",
  pathParams: RepoPath,
  body: z.object({
    ref: z.string("is required").regex(/^refs\/./, "must be a full reference name such as refs/heads/main"),
    /** Wait for the sync, up to about two minutes. */
    wait: z.boolean().optional(),
    /** Stop once `ref` is at this commit; empty: at the upstream's commit. */
    sha: z
      .string()
      .regex(/^(?:|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, "must be a full commit id")
      .optional(),
  }),
  /** `false` with status 202: not synced yet. */
  response: z.looseObject({ synced: z.boolean() }),
  otherSuccess: [202],
  scopes: ["repository:contents:read"],
});
