import type { QueueEventName } from "@/lib/contract/pools/pending-request";
import type { pendingRequests } from "../core/store/tables/queue";

export type RequestRow = typeof pendingRequests.$inferSelect;

type Fields = Pick<
  RequestRow,
  | "state"
  | "runId"
  | "queuedAt"
  | "workerId"
  | "claimId"
  | "deadlineAt"
  | "lapsedWorkerId"
  | "adopted"
  | "released"
  | "runWorkerId"
>;

/** A change of a request and the event for its watchers. */
export interface Transition {
  change: Partial<Fields>;
  event?: Exclude<QueueEventName, "heartbeat">;
}

/** What transitions depend on, other than the request. */
export interface ClaimContext {
  now: number;
  /** Whether the claimed worker is connected, in the request's pool. */
  connected: boolean;
  /** The pool's reconnect window; 0 means none. */
  windowMs: number;
}

/** Minimum time for a worker to connect after it was claimed before it started. */
export const startWindowMs = 10 * 60_000;
/** How long a request stays in the queue before it expires. */
export const queueLifetimeMs = 24 * 3_600_000;
/** Minimum time a worker has to reconnect before a run that it hasn't started is given to another one. */
export const unstartedRunMs = 10_000;
/** Minimum time a run survives the loss of its worker's connection. */
export const workerTimeoutMs = 60_000;

const noClaim = { workerId: null, claimId: null, deadlineAt: null, adopted: false } as const;

/** The claim lapses because its worker is offline; any worker can take the request. */
function lapse({ workerId }: RequestRow): Transition {
  return { change: { ...noClaim, state: "unclaimed", lapsedWorkerId: workerId, released: false }, event: "created" };
}

function waitForWorker(row: RequestRow, { now, windowMs }: ClaimContext): Transition {
  if (windowMs === 0) return lapse(row);
  return { change: { state: "claimed_offline", deadlineAt: now + windowMs }, event: "claimed_offline" };
}

/** Queues a run: for the claimed worker if there is one, else for any worker. */
export function enqueue(row: RequestRow, runId: string, context: ClaimContext): Transition {
  const queued = { runId, queuedAt: context.now };
  if (row.workerId === null) {
    const change = { ...queued, state: "unclaimed" } as const;
    return row.poolId === null ? { change } : { change, event: "created" };
  }
  if (context.connected) return { change: { ...queued, state: "claimed", deadlineAt: null } };
  const { change, ...rest } = waitForWorker(row, context);
  return { change: { ...queued, ...change }, ...rest };
}

/** Reserves a request for a worker. The caller must check that there is no live claim. */
export function claim(row: RequestRow, workerId: string, claimId: string, context: ClaimContext): Transition {
  const claimed = { workerId, claimId, adopted: false, released: false, lapsedWorkerId: null };
  if (row.state !== "unclaimed") return { change: { ...claimed, deadlineAt: null } };
  const deadlineAt = context.connected ? null : context.now + Math.max(context.windowMs, startWindowMs);
  return { change: { ...claimed, state: "claimed", deadlineAt }, event: "claimed" };
}

/** Releases the claim. A run waiting for the worker returns to the queue; a run in progress continues. */
export function release({ state }: RequestRow): Transition {
  const change = { ...noClaim, released: true, lapsedWorkerId: null };
  if (state !== "claimed" && state !== "claimed_offline") return { change };
  return { change: { ...change, state: "unclaimed" }, event: "created" };
}

/** A worker takes the run: one it has claimed, or an unclaimed one. */
export function take(row: RequestRow, workerId: string, claimId: string): Transition {
  const change = { state: "running", runWorkerId: workerId, deadlineAt: null } as const;
  if (row.state === "claimed") return { change };
  if (row.state === "claimed_offline") return { change, event: "claimed" };
  // Personal machines need no claim: their runs can't go anywhere else.
  if (row.poolId === null) return { change };
  const adopted = row.lapsedWorkerId !== null && row.lapsedWorkerId !== workerId;
  return {
    change: { ...change, workerId, claimId, adopted, released: false, lapsedWorkerId: null },
    event: "claimed",
  };
}

/** A worker returns a run that it hasn't started. */
export function decline(row: RequestRow): Transition {
  const change = { ...noClaim, state: "unclaimed", runWorkerId: null } as const;
  return row.poolId === null ? { change } : { change, event: "created" };
}

/** The worker went offline before it started the run; any worker can take it. */
export function lose(row: RequestRow): Transition {
  const change = { ...lapse(row).change, runWorkerId: null };
  return row.poolId === null ? { change } : { change, event: "created" };
}

/** The run ended. A listed request is removed from the list. */
export function leave({ state, poolId }: RequestRow): Transition {
  const change = { state: "idle", runId: null, runWorkerId: null, deadlineAt: null } as const;
  const listed = poolId !== null && (state === "unclaimed" || state === "claimed_offline");
  return listed ? { change, event: "expired" } : { change };
}

/** Returns the transition that a worker's connection state or the clock requires for a waiting claim, or undefined. */
export function reconcile(row: RequestRow, context: ClaimContext): Transition | undefined {
  if (row.state !== "claimed" && row.state !== "claimed_offline") return undefined;
  if (context.connected) {
    if (row.state === "claimed_offline") return { change: { state: "claimed", deadlineAt: null }, event: "claimed" };
    return row.deadlineAt === null ? undefined : { change: { deadlineAt: null } };
  }
  if (row.deadlineAt === null) return waitForWorker(row, context);
  return row.deadlineAt <= context.now ? lapse(row) : undefined;
}
