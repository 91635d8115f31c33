import { z } from "zod";
import { defineOperation } from "../operation";

/** Why an open pull request needs a person: its checks failed, it can be merged, or something else stands in the way. */
export const pullNeeds = ["checks", "ready", "blocked"] as const;
export type PullNeed = (typeof pullNeeds)[number];

export const PullNeedingAttention = z.object({
  id: z.string(),
  repository: z.object({ ownerSlug: z.string(), repoName: z.string() }),
  number: z.string(),
  title: z.string(),
  updatedAt: z.string(),
  need: z.enum(pullNeeds),
  /** What the service says stands in the way; empty when nothing does. */
  why: z.string(),
});
export type PullNeedingAttention = z.infer<typeof PullNeedingAttention>;

export const listPullsNeedingAttention = defineOperation({
  id: "listPullsNeedingAttention",
  summary: "List open pull requests needing attention: failed checks, blocked, or ready to merge",
  method: "GET",
  path: "/dashboard/pulls-in-need",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({
    pulls: z.array(PullNeedingAttention),
    /** How many open pull requests were looked at, those that changed last. */
    looked: z.number(),
    /** True when there are more that were not looked at. */
    more: z.boolean(),
    /** Why not all could be read. */
    problem: z.string().optional(),
  }),
  family: "dashboard",
});
