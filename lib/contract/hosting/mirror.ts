import { z } from "zod";
import { openEnum } from "../open-enum";

/** States of a mirror: which side pulls from the other, or the transition in progress. */
export const mirrorStatuses = [
  "inbound",
  "outbound",
  "transitioning-initial-to-inbound",
  "transitioning-inbound-to-outbound",
  "transitioning-outbound-to-inbound",
] as const;

/** Absent for a native repository, or one whose first transition hasn't started. */
export const RepositoryMirror = z.looseObject({
  source: openEnum(["github", "git"]),
  /** The repository's id at the upstream. */
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

/** An active or finished transition (hosting specification, section 2). Clients poll `status`, not `phase`. */
export const MirrorTransitionJob = z.looseObject({
  id: z.string(),
  transition: openEnum(mirrorTransitions),
  status: openEnum(mirrorJobStatuses),
  /** For display only; new values can be added at any time. */
  phase: z.string(),
  attemptCount: z.number().int(),
  /** Deadline for in-flight writes; present only while draining. */
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
