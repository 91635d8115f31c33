import { z } from "zod";
import { openEnum } from "../open-enum";
import { Actor } from "./actor";
import { PullRequestPath, PullRequestVersionReference, text } from "./pull-request";

export const verdicts = ["approve", "request_changes", "comment"] as const;

/** A review (hosting specification, section 2 Review). */
export const PullRequestReview = z.looseObject({
  id: z.string(),
  author: Actor,
  verdict: openEnum(verdicts),
  body: z.string(),
  /** The same time as `submittedAt`. Both are absent on a draft. */
  submitted_at: z.string().optional(),
  submittedAt: z.string().optional(),
  pullRequestVersion: PullRequestVersionReference,
  dismissal: z.looseObject({ dismissedBy: Actor.optional(), dismissedAt: z.string(), message: z.string() }).optional(),
});
export type PullRequestReview = z.infer<typeof PullRequestReview>;

export const ReviewPath = PullRequestPath.extend({ reviewId: z.string() });

/** Text that isn't blank. */
export const requiredText = text(65_536).refine((value) => value.trim() !== "", "must not be empty");
