import { z } from "zod";
import { CommentTarget } from "@/lib/contract/hosting/comment";
import { verdicts } from "@/lib/contract/hosting/review";
import { readFixture } from "./fixture";

/** Users of the demo: the first user of the service, and a colleague who exists only in the demo. */
const Actor = z.enum(["owner", "colleague"]);

const Comment = z.strictObject({ author: Actor, body: z.string() });

const ReviewComment = CommentTarget.pick({ inline: true, file: true })
  .strict()
  .extend({
    body: z.string(),
    replies: z.array(Comment).optional(),
    resolved: z.boolean().optional(),
  });

/** A demo pull request and the steps applied to it, in this order. */
const DemoPull = z.strictObject({
  head: z.string(),
  base: z.string(),
  title: z.string(),
  body: z.string(),
  author: Actor,
  draft: z.boolean().default(false),
  /** Head branch of the parent pull request in the stack. */
  parent: z.string().optional(),
  /** Key of a report in checks.json. */
  checks: z.string().optional(),
  reviewer: Actor.optional(),
  review: z
    .strictObject({
      author: Actor,
      verdict: z.enum(verdicts),
      body: z.string(),
      comments: z.array(ReviewComment).default([]),
    })
    .optional(),
  comments: z.array(Comment).default([]),
  outcome: z.enum(["merged", "closed"]).optional(),
});

const DemoPulls = z.strictObject({
  colleague: z.strictObject({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** The last one must have no reviews, comments or outcome: if it exists, all pull requests are complete. */
  pullRequests: z.array(DemoPull).min(1),
});

export type DemoActor = z.infer<typeof Actor>;
export type DemoPull = z.infer<typeof DemoPull>;
export type DemoColleague = z.infer<typeof DemoPulls>["colleague"];

/** Reads the demo's pull requests, in the order they are opened. */
export const readDemoPulls = () => readFixture("pulls.json", DemoPulls);
