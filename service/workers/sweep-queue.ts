import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { pools, workers } from "../core/store/tables/pools";
import { pendingRequests, queueEvents, sessionTokens } from "../core/store/tables/queue";
import type { WithGit } from "../git/with-git";
import type { WithGitHub } from "../github/with-github";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import { reconcileClaims } from "../queue/reconcile-claims";
import { queueLifetimeMs, workerTimeoutMs } from "../queue/request-state";
import { finishRun } from "../runs/finish-run";
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

async function endLostRuns(context: Context & WithGit & WithGitHub & WithMergePreparation): Promise<void> {
  const gracePeriod = sql`greatest(${workerTimeoutMs}, coalesce(${pools.workerReadyTimeoutSeconds}, 0)::bigint * 1000)`;
  const lost = await context.db
    .select({ runId: request.runId, workerId: request.runWorkerId })
    .from(request)
    .leftJoin(workers, and(eq(workers.teamId, request.teamId), eq(workers.id, request.runWorkerId)))
    .leftJoin(pools, eq(pools.id, request.poolId))
    .where(
      and(
        isNotNull(request.runWorkerId),
        isNull(workers.connectionId),
        sql`coalesce(${workers.disconnectedAt}, 0) + ${gracePeriod} <= ${context.clock.now()}`,
      ),
    )
    .limit(batch);
  for (const { runId, workerId } of lost) {
    const message = `Worker ${workerId} was lost during the run. Send a follow-up to continue`;
    if (runId) await finishRun(context, runId, { status: "ERROR", error: { code: "worker_lost", message } });
  }
}

async function expireRequests(context: Context & WithGit & WithGitHub & WithMergePreparation): Promise<void> {
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
 * Applies timeouts to the queue: disconnects silent workers, lapses claims, ends runs of lost workers, expires requests and
 * deletes old events and tokens. Idempotent and safe to run on several services concurrently.
 */
export async function sweepQueue(context: Context & WithGit & WithGitHub & WithMergePreparation): Promise<void> {
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
  );
  await endLostRuns(context);
  await expireRequests(context);
  await context.db.delete(queueEvents).where(lt(queueEvents.at, now - eventRetentionMs));
  await context.db.delete(sessionTokens).where(lte(sessionTokens.expiresAt, now));
}
