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

/** What becomes of a request, and what its watchers are told. */
export interface Transition {
  change: Partial<Fields>;
  event?: Exclude<QueueEventName, "heartbeat">;
}

/** How a request stands with its claimed worker. */
export interface Surroundings {
  now: number;
  /** The claimed worker is connected, in the request's pool. */
  connected: boolean;
  /** The pool's reconnect window; 0 means none. */
  windowMs: number;
}

/** So long a worker that was reserved before it started may take to start, when the pool's window is shorter. */
export const startWindowMs = 10 * 60_000;
/** So long a request waits in the queue. */
export const queueLifetimeMs = 24 * 3_600_000;
/** So long a run outlives its worker's connection, when the pool's window is shorter. */
export const lostWorkerMs = 60_000;

const noClaim = { workerId: null, claimId: null, deadlineAt: null, adopted: false } as const;

/** The claim ends because its worker is not there; the request is everybody's again. */
function lapse({ workerId }: RequestRow): Transition {
  return { change: { ...noClaim, state: "unclaimed", lapsedWorkerId: workerId, released: false }, event: "created" };
}

function waitForWorker(row: RequestRow, { now, windowMs }: Surroundings): Transition {
  if (windowMs === 0) return lapse(row);
  return { change: { state: "claimed_offline", deadlineAt: now + windowMs }, event: "claimed_offline" };
}

/** A run enters: it goes to the claimed worker, waits for it, or is everybody's. */
export function enqueue(row: RequestRow, runId: string, around: Surroundings): Transition {
  const entered = { runId, queuedAt: around.now };
  if (row.workerId === null) {
    const change = { ...entered, state: "unclaimed" } as const;
    return row.poolId === null ? { change } : { change, event: "created" };
  }
  if (around.connected) return { change: { ...entered, state: "claimed", deadlineAt: null } };
  const { change, ...rest } = waitForWorker(row, around);
  return { change: { ...entered, ...change }, ...rest };
}

/** Reserves a request for a worker. The caller has checked that no claim is live. */
export function claim(row: RequestRow, workerId: string, claimId: string, around: Surroundings): Transition {
  const claimed = { workerId, claimId, adopted: false, released: false, lapsedWorkerId: null };
  if (row.state !== "unclaimed") return { change: { ...claimed, deadlineAt: null } };
  const deadlineAt = around.connected ? null : around.now + Math.max(around.windowMs, startWindowMs);
  return { change: { ...claimed, state: "claimed", deadlineAt }, event: "claimed" };
}

/** Drops the claim; a run that waits for the worker is everybody's again, a turn goes on. */
export function release({ state }: RequestRow): Transition {
  const change = { ...noClaim, released: true, lapsedWorkerId: null };
  if (state !== "claimed" && state !== "claimed_offline") return { change };
  return { change: { ...change, state: "unclaimed" }, event: "created" };
}

/** A worker takes the run: its own claim's, or one that nobody has. */
export function take(row: RequestRow, workerId: string, claimId: string): Transition {
  const change = { state: "running", runWorkerId: workerId, deadlineAt: null } as const;
  if (row.state === "claimed") return { change };
  if (row.state === "claimed_offline") return { change, event: "claimed" };
  // A personal machine needs no claim: its runs can go nowhere else.
  if (row.poolId === null) return { change };
  const adopted = row.lapsedWorkerId !== null && row.lapsedWorkerId !== workerId;
  return {
    change: { ...change, workerId, claimId, adopted, released: false, lapsedWorkerId: null },
    event: "claimed",
  };
}

/** A worker gives back a run that it has not begun. */
export function decline(row: RequestRow): Transition {
  const change = { ...noClaim, state: "unclaimed", runWorkerId: null } as const;
  return row.poolId === null ? { change } : { change, event: "created" };
}

/** The run ended, wherever it was: a request that was listed is no longer. */
export function leave({ state, poolId }: RequestRow): Transition {
  const change = { state: "idle", runId: null, runWorkerId: null, deadlineAt: null } as const;
  const listed = poolId !== null && (state === "unclaimed" || state === "claimed_offline");
  return listed ? { change, event: "expired" } : { change };
}

/** Brings a waiting claim in line with its worker and the time; `undefined` when it is. */
export function settle(row: RequestRow, around: Surroundings): Transition | undefined {
  if (row.state !== "claimed" && row.state !== "claimed_offline") return undefined;
  if (around.connected) {
    if (row.state === "claimed_offline") return { change: { state: "claimed", deadlineAt: null }, event: "claimed" };
    return row.deadlineAt === null ? undefined : { change: { deadlineAt: null } };
  }
  if (row.deadlineAt === null) return waitForWorker(row, around);
  return row.deadlineAt <= around.now ? lapse(row) : undefined;
}
