import { z } from "zod";

export const RequestLabel = z.looseObject({ key: z.string(), value: z.string() });

/** An agent waiting for a worker (specification, section 2 Pending request). */
export const PendingRequest = z.looseObject({
  /** The agent's id. */
  id: z.string(),
  /** 0 when a service account created it. */
  userId: z.number().int(),
  userEmail: z.string().optional(),
  serviceAccountId: z.string().optional(),
  repoOwner: z.string().optional(),
  repoName: z.string().optional(),
  repoUrl: z.string().optional(),
  /** All repositories, when there are several. */
  repoUrls: z.array(z.string()).optional(),
  labels: z.array(RequestLabel),
  createdAtMs: z.number().int(),
  /** With `wakeTimeoutMs`: claimed by an offline worker. */
  claimedWorkerId: z.string().optional(),
  /** Milliseconds left in the reconnect window. */
  wakeTimeoutMs: z.number().int().optional(),
});
export type PendingRequest = z.infer<typeof PendingRequest>;

/** Filters shared by the list and the watch. */
export const queueFilter = {
  /** Requests for this repository. Default: any-repo requests. */
  repository: z.url("must be a repository URL").optional(),
  /** Exact pool name. Default: every pool. */
  pool: z.string().min(1, "must not be empty").optional(),
};

/** Payloads of the watch's events, by the event's name (specification, section 6 Pending-request watch). */
export const queueEvents = {
  created: PendingRequest,
  claimed: z.looseObject({ id: z.string() }),
  claimed_offline: PendingRequest,
  expired: z.looseObject({ id: z.string() }),
  heartbeat: z.looseObject({}),
} as const;
export type QueueEventName = keyof typeof queueEvents;

/** A claim and, if requested, its session token. */
export const Claim = z.looseObject({ id: z.string(), workerId: z.string() });
export const SessionToken = Claim.extend({ token: z.string(), expiresAt: z.string() });
