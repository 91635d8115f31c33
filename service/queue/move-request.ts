import { eq, sql } from "drizzle-orm";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { notification, notify } from "../core/store/notifications";
import { pendingRequests, queueEvents, queueHeads } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import type { RequestRow, Transition } from "./request-state";

/** A request as lists show it, but for the time left to its worker. */
export function requestBody(row: RequestRow): PendingRequest {
  const offline = row.state === "claimed_offline" && row.workerId !== null;
  return {
    ...row.entry,
    createdAtMs: row.queuedAt,
    ...(offline ? { claimedWorkerId: row.workerId ?? "" } : {}),
  };
}

/** Wakes who may now have something to do: the claimed worker, or everyone of the pool or machine. */
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
 * Tells watchers of a request as it now is. The head's row stays locked until the commit: the sequence of a team's
 * events is the order of their commits, without gaps. Every other lock must be held before.
 */
export async function tellWatchers(
  tx: Transaction,
  row: RequestRow,
  event: NonNullable<Transition["event"]>,
  now: number,
): Promise<void> {
  const whole = event === "created" || event === "claimed_offline";
  const data = whole ? requestBody(row) : { id: row.agentId };
  // One round trip, as everyone else of the team waits for the head meanwhile.
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

/** Stores what becomes of a request whose row is locked, wakes workers, and tells watchers. */
export async function moveRequest(
  tx: Transaction,
  row: RequestRow,
  { change, event }: Transition,
  now: number,
): Promise<RequestRow> {
  const moved = { ...row, ...change };
  await tx.update(pendingRequests).set(change).where(eq(pendingRequests.agentId, row.agentId));
  await wakeWorkers(tx, moved);
  // A worker that loses an agent may give up its files.
  if (row.workerId !== null && row.workerId !== moved.workerId) {
    await notify(tx, "worker", workerTopic(row.teamId, row.workerId));
  }
  if (event) await tellWatchers(tx, moved, event, now);
  return moved;
}
