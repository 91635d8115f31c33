import { z } from "zod";
import { defineOperation } from "../operation";

/** Why an open pull request needs attention: its checks failed, it is ready to merge, or it is blocked. */
export const pullNeeds = ["checks", "ready", "blocked"] as const;
export type PullNeed = (typeof pullNeeds)[number];

export const PullNeedingAttention = z.object({
  id: z.string(),
  repository: z.object({ ownerSlug: z.string(), repoName: z.string() }),
  number: z.string(),
  title: z.string(),
  updatedAt: z.string(),
  need: z.enum(pullNeeds),
  /** Messages of the merge blockers; empty when there are none. */
  why: z.string(),
});
export type PullNeedingAttention = z.infer<typeof PullNeedingAttention>;

export const listPullsNeedingAttention = defineOperation({
  id: "listPullsNeedingAttention",
  summary: "List open pull requests without an agent that need attention: failed checks, blocked, or ready to merge",
  method: "GET",
  path: "/dashboard/pulls-in-need",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({
    pulls: z.array(PullNeedingAttention),
    /** How many open pull requests were checked, most recently updated first. */
    looked: z.number(),
    /** True when there are more that weren't checked. */
    more: z.boolean(),
    /** Why some couldn't be fetched. */
    problem: z.string().optional(),
  }),
  family: "dashboard",
});
