import { z } from "zod";
import { defineOperation } from "../../define-operation";

/**
 * Why an open pull request needs attention: its checks failed, changes are requested of its author, who is you, your review is
 * requested, or it is blocked.
 */
export const pullNeeds = ["checks", "changes", "review", "blocked"] as const;
export type PullNeed = (typeof pullNeeds)[number];

export const PullNeedingAttention = z.object({
  id: z.string(),
  repository: z.object({ ownerSlug: z.string(), repoName: z.string() }),
  number: z.string(),
  title: z.string(),
  updatedAt: z.string(),
  need: z.enum(pullNeeds),
  /** More about the need, such as the message of the merge blocker; can be empty. */
  why: z.string(),
  /** You opened it, or your review is requested. */
  mine: z.boolean(),
});
export type PullNeedingAttention = z.infer<typeof PullNeedingAttention>;

export const listPullsNeedingAttention = defineOperation({
  id: "listPullsNeedingAttention",
  summary:
    "List open pull requests without an agent that need attention: failed checks, requested changes or reviews, or blocked",
  method: "GET",
  path: "/dashboard/pulls-in-need",
  response: z.object({
    /** Most urgent first, then yours, then most recently updated. */
    pulls: z.array(PullNeedingAttention),
    /** True when there are more that weren't checked. */
    more: z.boolean(),
    /** Why some couldn't be fetched. */
    problem: z.string().optional(),
  }),
});
