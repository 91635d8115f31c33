import { eq, sql } from "drizzle-orm";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { notification, notify } from "../core/store/notifications";
import { pendingRequests, queueEvents, queueHeads } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import type { RequestRow, Transition } from "./request-state";

/** Returns a pending request, without `wakeTimeoutMs`. */
export function requestBody(row: Pick<RequestRow, "entry" | "state" | "queuedAt" | "workerId">): PendingRequest {
  const offline = row.state === "claimed_offline" && row.workerId !== null;
  return {
    ...row.entry,
    createdAtMs: row.queuedAt,
    ...(offline ? { claimedWorkerId: row.workerId ?? "" } : {}),
  };
}

/** Notifies the claimed worker, or all workers of the pool or machine. */
async function wakeWorkers(tx: Transaction, row: RequestRow): Promise<void> {
  if (row.workerId !== null) await notify(tx, "worker", workerTopic(row.teamId, row.workerId));
  else if (row.state === "unclaimed" && row.poolId !== null) await notify(tx, "pool", row.poolId);
  else if (row.state === "unclaimed" && row.machineUserId !== null) {
    await notify(tx, "machine", machineTopic(row.machineUserId, row.machineName ?? ""));
  }
}

export const workerTopic = (teamId: number, workerId: string) => `${teamId}:${workerId}`;
export const machineTopic = (userId: number, name: string) => `${userId}:${name}`;

/**
 * Publishes an event with a request's current state. The head row stays locked until the commit, so a team's events are
 * numbered in commit order without gaps. Acquire all other locks first.
 */
export async function publishQueueEvent(
  tx: Transaction,
  row: RequestRow,
  event: NonNullable<Transition["event"]>,
  now: number,
): Promise<void> {
  const isFullEvent = event === "created" || event === "claimed_offline";
  const data = isFullEvent ? requestBody(row) : { id: row.agentId };
  // A single round trip, because the team's other transitions wait for the head row.
  await tx.execute(sql`
    with head as (
      insert into ${queueHeads} (team_id, sequence) values (${row.teamId}, 1)
      on conflict (team_id) do update set sequence = ${queueHeads.sequence} + 1
      returning sequence
    ), stored as (
      insert into ${queueEvents} (team_id, sequence, event, pool_name, any_repo, repository_ids, data, deadline_at, at)
      select ${row.teamId}, head.sequence, ${event}, ${row.poolName}, ${row.anyRepo}, ${JSON.stringify(row.repositoryIds)}::jsonb,
      ${JSON.stringify(data)}::jsonb, ${event === "claimed_offline" ? row.deadlineAt : null}::bigint, ${now}
      from head
    )
    select ${notification("queue", String(row.teamId))} from head`);
}

/** Applies a transition to a request whose row is locked, notifies workers and publishes its event. */
export async function transitionRequest(
  tx: Transaction,
  row: RequestRow,
  { change, event }: Transition,
  now: number,
): Promise<RequestRow> {
  const updated = { ...row, ...change };
  await tx.update(pendingRequests).set(change).where(eq(pendingRequests.agentId, row.agentId));
  await wakeWorkers(tx, updated);
  // A worker that loses an agent can delete its files.
  if (row.workerId !== null && row.workerId !== updated.workerId) {
    await notify(tx, "worker", workerTopic(row.teamId, row.workerId));
  }
  if (event) await publishQueueEvent(tx, updated, event, now);
  return updated;
}
