import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { AgentsContext } from "../agent-access/agents-context";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import { pools, workers } from "../core/store/tables/pools";
import { pendingRequests, queueEvents, sessionTokens } from "../core/store/tables/queue";
import { reconcileClaims } from "../queue/reconcile-claims";
import { lose, queueLifetimeMs, unstartedRunMs, workerTimeoutMs } from "../queue/request-state";
import { finishRun } from "../runs/finish-run";
import { declineRun } from "./decline-run";
import { disconnectWorker } from "./disconnect-worker";

/** A worker silent for this long counts as disconnected. This is three heartbeat intervals. */
const silentWorkerMs = 45_000;
/** Longer than cursors are valid. */
export const eventRetentionMs = 10 * 60_000;
const batch = 500;

const request = pendingRequests;

/** Condition: the request's claimed worker is connected, in the request's pool. */
const claimedWorkerConnected = sql`exists (
  select 1 from ${workers} where ${workers.teamId} = ${request.teamId} and ${workers.id} = ${request.workerId}
    and ${workers.poolId} = ${request.poolId} and ${workers.connectionId} is not null)`;

async function dropSilentWorkers(context: Context): Promise<void> {
  const silent = await context.db
    .select()
    .from(workers)
    .where(and(isNotNull(workers.connectionId), lt(workers.lastSeenAt, context.clock.now() - silentWorkerMs)))
    .limit(batch);
  for (const { connectionId, teamId, id, poolId } of silent) {
    if (connectionId) await disconnectWorker(context, { connectionId, teamId, workerId: id, poolId });
  }
}

/** A condition on requests whose run's worker has been offline for longer than a minimum, and than the pool lets it reconnect. */
const workerLost = (now: number, minimumMs: number) =>
  and(
    isNotNull(request.runWorkerId),
    isNull(workers.connectionId),
    sql`coalesce(${workers.disconnectedAt}, 0)
      + greatest(${minimumMs}, coalesce(${pools.workerReadyTimeoutSeconds}, 0)::bigint * 1000) <= ${now}`,
  );

async function returnUnstartedRuns(context: Context): Promise<void> {
  const unstarted = await context.db
    .select({ runId: runs.id, workerId: request.runWorkerId, teamId: request.teamId })
    .from(request)
    .innerJoin(runs, eq(runs.id, request.runId))
    .leftJoin(workers, and(eq(workers.teamId, request.teamId), eq(workers.id, request.runWorkerId)))
    .leftJoin(pools, eq(pools.id, request.poolId))
    .where(and(eq(runs.status, "CREATING"), workerLost(context.clock.now(), unstartedRunMs)))
    .limit(batch);
  for (const { runId, workerId, teamId } of unstarted) {
    if (workerId !== null) await declineRun(context, { teamId, workerId }, runId, lose);
  }
}

async function endLostRuns(context: AgentsContext): Promise<void> {
  const lost = await context.db
    .select({ runId: request.runId, workerId: request.runWorkerId, name: workers.name })
    .from(request)
    .leftJoin(workers, and(eq(workers.teamId, request.teamId), eq(workers.id, request.runWorkerId)))
    .leftJoin(pools, eq(pools.id, request.poolId))
    .where(workerLost(context.clock.now(), workerTimeoutMs))
    .limit(batch);
  for (const { runId, workerId, name } of lost) {
    const message = `Worker ${name || workerId} disconnected during the run and didn't reconnect in time`;
    if (runId) await finishRun(context, runId, { status: "ERROR", error: { code: "worker_lost", message } });
  }
}

async function expireRequests(context: AgentsContext): Promise<void> {
  const old = await context.db
    .select({ runId: request.runId })
    .from(request)
    .where(and(eq(request.state, "unclaimed"), lte(request.queuedAt, context.clock.now() - queueLifetimeMs)))
    .limit(batch);
  for (const { runId } of old) {
    const message = "No worker picked up the run within 24 hours";
    if (runId) await finishRun(context, runId, { status: "EXPIRED", error: { code: "queue_expired", message } });
  }
}

/**
 * Applies timeouts to the queue: disconnects silent workers, lapses claims, gives runs that lost workers haven't started to
 * others, ends their other runs, expires requests and deletes old events and tokens. Idempotent and safe to run on several services concurrently.
 */
export async function sweepQueue(context: AgentsContext): Promise<void> {
  const now = context.clock.now();
  await dropSilentWorkers(context);
  await reconcileClaims(
    context,
    and(
      inArray(request.state, ["claimed", "claimed_offline"]),
      or(
        lte(request.deadlineAt, now),
        and(isNull(request.deadlineAt), sql`not ${claimedWorkerConnected}`),
        and(isNotNull(request.deadlineAt), claimedWorkerConnected),
      ),
    ),
    { skipLocked: true },
  );
  await returnUnstartedRuns(context);
  await endLostRuns(context);
  await expireRequests(context);
  await context.db.delete(queueEvents).where(lt(queueEvents.at, now - eventRetentionMs));
  await context.db.delete(sessionTokens).where(lte(sessionTokens.expiresAt, now));
}
