import { and, eq, lt, lte, or, sql } from "drizzle-orm";
import type { QueueFacts } from "@/lib/model/follow-ups/pause";
import { followUps } from "./follow-up-schema";
import {
  type FollowUpRow,
  type FollowUpTransaction,
  type NewFollowUp,
  pauseOfQueue,
  type QueuedFollowUp,
  type QueueOf,
  readQueue,
  withQueue,
} from "./follow-ups";
import type { Store } from "./store";

/**
 * Claims the first message of a queue for sending, in only one of the processes that share the database. `agent` must be
 * idle and just read from the service. Returns `undefined` if the queue is empty, paused, or already has a message being
 * sent, and if `agent` was read before the previous message started its run.
 */
export async function claimFollowUp(
  store: Store,
  queue: QueueOf,
  { agent, now }: { agent: NonNullable<QueueFacts["agent"]>; now: Date },
): Promise<QueuedFollowUp | undefined> {
  return withQueue(store, queue, async (tx) => {
    const queued = await readQueue(tx, queue);
    const [head] = queued;
    if (!head || queued.some(({ row }) => row.state === "sending")) return undefined;
    if (head.row.retryAt !== null && head.row.retryAt > now) return undefined;
    if ((await pauseOfQueue(tx, queue, queued, agent)) !== undefined) return undefined;
    if (await hasSentAfter(tx, queue, agent.latestRunId)) return undefined;
    const [row] = await tx
      .update(followUps)
      .set({ state: "sending", claimedAt: now, afterRunId: agent.latestRunId, problem: null, retryAt: null })
      .where(eq(followUps.id, head.row.id))
      .returning();
    return row && { ...head, row };
  });
}

/**
 * Adds a message as claimed, ahead of the queued ones and regardless of a pause. `agent` must be idle and just read from the
 * service. Returns `undefined` if the queue has a message being sent, if another message has the same id, and if `agent` was
 * read before the previous message started its run.
 */
export async function insertClaimed(
  store: Store,
  message: NewFollowUp,
  { agent, now }: { agent: NonNullable<QueueFacts["agent"]>; now: Date },
): Promise<FollowUpRow | undefined> {
  return withQueue(store, message, async (tx) => {
    const queued = await readQueue(tx, message);
    if (queued.some(({ row }) => row.state === "sending")) return undefined;
    if (await hasSentAfter(tx, message, agent.latestRunId)) return undefined;
    const position = (queued[0]?.row.position ?? 1) - 1;
    const [row] = await tx
      .insert(followUps)
      .values({ ...message, position, state: "sending", claimedAt: now, afterRunId: agent.latestRunId, force: true })
      .onConflictDoNothing()
      .returning();
    return row;
  });
}

async function hasSentAfter(tx: FollowUpTransaction, { source, agentId }: QueueOf, runId: string): Promise<boolean> {
  const sentAfter = and(eq(followUps.state, "sent"), eq(followUps.afterRunId, runId));
  const sent = await tx
    .select({ id: followUps.id })
    .from(followUps)
    .where(and(eq(followUps.source, source), eq(followUps.agentId, agentId), sentAfter))
    .limit(1);
  return sent.length > 0;
}

/** The outcome of sending a claimed message. */
export type Settlement =
  | { state: "sent"; runId: string; sentAt: Date /** Secrets are masked. */; text: string }
  | { state: "waiting"; problem: string | null; retryAt: Date | null }
  | { state: "refused" | "uncertain"; problem: string };

/** Lets a claim whose response was lost be reconciled at `at`, because its request has ended. */
export async function reportLostResponse({ database }: Store, claimed: FollowUpRow, at: Date): Promise<void> {
  await database.update(followUps).set({ retryAt: at }).where(isClaim(claimed));
}

/** The message, unless its claim was settled. */
const isClaim = ({ id, claimedAt }: FollowUpRow) =>
  and(eq(followUps.id, id), eq(followUps.state, "sending"), sql`${followUps.claimedAt} = ${claimedAt}`);

/** Settles a claim once. Returns false if another process already did. A sent message loses its attachments. */
export async function settleFollowUp(store: Store, claimed: FollowUpRow, settlement: Settlement): Promise<boolean> {
  const cleared = settlement.state === "sent" ? { sealed: null } : {};
  return withQueue(store, claimed, async (tx) => {
    const settled = await tx
      .update(followUps)
      .set({ retryAt: null, ...settlement, ...cleared })
      .where(isClaim(claimed))
      .returning({ id: followUps.id });
    return settled.length > 0;
  });
}

/**
 * Messages that were claimed and never settled: their response was lost, which their process has reported, or they were claimed before
 * `claimedBefore`, and their process has probably ended.
 */
export async function unsettledFollowUps(
  store: Store,
  source: string,
  { now, claimedBefore }: { now: Date; claimedBefore: Date },
): Promise<FollowUpRow[]> {
  const isDue = or(lt(followUps.claimedAt, claimedBefore), lte(followUps.retryAt, now));
  return store.database
    .select()
    .from(followUps)
    .where(and(eq(followUps.source, source), eq(followUps.state, "sending"), isDue));
}
