import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";

export const mergeMethods = ["merge", "squash", "rebase"] as const;
export type MergeMethod = (typeof mergeMethods)[number];

/** An extension of the specification. */
export const mergeAgentPullRequest = defineOperation({
  id: "mergeAgentPullRequest",
  summary: "Merge a pull request of an agent, on the service with everything below it in its stack",
  method: "POST",
  path: "/v1/agents/{id}/pull-requests/merge",
  pathParams: AgentPath,
  body: z.strictObject({
    url: z.string().max(2_048),
    /** The commit that is merged. The merge fails if the pull request has another head. */
    expectedHead: z.string().regex(/^[0-9a-f]{40,64}$/, "must be a full commit id"),
    /** `rebase`: only on GitHub. */
    method: z.enum(mergeMethods, "must be merge, squash or rebase"),
  }),
  /** `as`: the GitHub account; absent on the service, or if the GitHub App or the token merged it. */
  response: z.looseObject({ url: z.string(), sha: z.string(), as: z.string().optional() }),
  credentials: ["user", "serviceAccount"],
});
