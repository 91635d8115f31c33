import { z } from "zod";
import { openEnum } from "../open-enum";

/** How a repository is kept like one on another server; a transition shows as long as its job is not over. */
export const mirrorStatuses = [
  "inbound",
  "outbound",
  "transitioning-initial-to-inbound",
  "transitioning-inbound-to-outbound",
  "transitioning-outbound-to-inbound",
] as const;

/** Absent from a repository that is native, or whose first transition has not begun. */
export const RepositoryMirror = z.looseObject({
  source: openEnum(["github", "git"]),
  /** The repository's id at its source. */
  sourceId: z.string(),
  status: openEnum(mirrorStatuses),
});

export const mirrorTransitions = ["initial_to_inbound", "inbound_to_outbound", "outbound_to_inbound"] as const;
export type MirrorTransition = (typeof mirrorTransitions)[number];

export const mirrorJobStatuses = [
  "queued",
  "running",
  "succeeded",
  "failed_rolled_back",
  "requires_attention",
  "superseded",
] as const;
export type MirrorJobStatus = (typeof mirrorJobStatuses)[number];

/** A transition under way or over (hosting specification, section 2). Clients poll `status`, never `phase`. */
export const MirrorTransitionJob = z.looseObject({
  id: z.string(),
  transition: openEnum(mirrorTransitions),
  status: openEnum(mirrorJobStatuses),
  /** For people: gains new values at any time. */
  phase: z.string(),
  attemptCount: z.number().int(),
  /** Until when writes are let run out; while draining alone. */
  drainUntil: z.string().optional(),
  /** Present once the job has failed. */
  lastErrorCode: z.string().optional(),
  lastErrorMessage: z.string().optional(),
  startedAt: z.string().optional(),
  completedAt: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type MirrorTransitionJob = z.infer<typeof MirrorTransitionJob>;
