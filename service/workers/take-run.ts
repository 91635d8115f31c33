import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Context } from "../core/context";
import { workers } from "../core/store/tables/pools";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { type RequestRow, take } from "../queue/request-state";
import { transitionRequest } from "../queue/transition-request";
import type { RegisteredWorker } from "./registration";

/** A run assigned to a worker. */
export interface TakenRun {
  agentId: string;
  runId: string;
  model: string;
}

const oldest = [asc(pendingRequests.queuedAt), asc(pendingRequests.agentId)];

type Lock = { skipLocked: true } | undefined;

/** Locks and returns the oldest request. */
async function first(tx: Transaction, where: SQL | undefined, lock?: Lock): Promise<RequestRow | undefined> {
  const [row] = await tx
    .select()
    .from(pendingRequests)
    .where(where)
    .orderBy(...oldest)
    .limit(1)
    .for("update", lock);
  return row;
}

/**
 * Returns the next request for a worker: its own claims first, then unclaimed requests of its pool or machine. Waits for its
 * own claims, because the sweep locks them for a moment, and another request would take their place.
 */
async function next(tx: Transaction, worker: RegisteredWorker): Promise<RequestRow | undefined> {
  const { teamId, workerId, poolId, userId, name, models, onlyAgentId } = worker;
  const request = pendingRequests;
  const team = eq(request.teamId, teamId);
  const open = and(team, eq(request.state, "unclaimed"), inArray(request.model, [...models]));
  if (poolId === null) {
    const ofMachine = and(open, eq(request.machineUserId, userId ?? 0), eq(request.machineName, name));
    return first(tx, ofMachine, { skipLocked: true });
  }
  const ofPool = eq(request.poolId, poolId);
  const waiting = inArray(request.state, ["claimed", "claimed_offline"]);
  const only = onlyAgentId === null ? undefined : eq(request.agentId, onlyAgentId);
  const claimed = and(team, ofPool, eq(request.workerId, workerId), waiting, only);
  const own = await first(tx, claimed);
  return own ?? (onlyAgentId === null ? first(tx, and(open, ofPool), { skipLocked: true }) : undefined);
}

/**
 * Assigns the next run to a worker. Returns undefined if there is none, the pool worker already has one, or the connection
 * is stale. Concurrent calls on any number of services never assign a run twice.
 */
export async function takeRun(
  { db, clock, ids }: Pick<Context, "db" | "clock" | "ids">,
  worker: RegisteredWorker,
): Promise<TakenRun | undefined> {
  return db.transaction(async (tx) => {
    const held = await tx
      .select({ id: workers.id })
      .from(workers)
      .where(eq(workers.connectionId, worker.connectionId))
      .for("update");
    if (held.length === 0) return undefined;
    if (worker.poolId !== null && (await tx.$count(pendingRequests, runsOn(worker))) > 0) return undefined;
    const row = await next(tx, worker);
    if (!row?.runId) return undefined;
    await transitionRequest(tx, row, take(row, worker.workerId, ids.uuid()), clock.now());
    return { agentId: row.agentId, runId: row.runId, model: row.model };
  });
}

/** Condition: the worker is executing the request's run. */
export function runsOn({ teamId, workerId }: Pick<RegisteredWorker, "teamId" | "workerId">): SQL | undefined {
  return and(
    eq(pendingRequests.teamId, teamId),
    eq(pendingRequests.state, "running"),
    eq(pendingRequests.runWorkerId, workerId),
  );
}
