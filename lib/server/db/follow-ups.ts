import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { maxFollowUps, type PauseReason } from "@/lib/contract/dashboard/follow-up";
import { findPauseReason, type QueueFacts } from "@/lib/model/follow-ups/pause";
import { followUpQueues, followUps } from "./follow-up-schema";
import { agents } from "./index-schema";
import { users } from "./schema";
import type { Store } from "./store";

export type FollowUpRow = typeof followUps.$inferSelect;
export type QueuedFollowUp = { row: FollowUpRow; author: typeof users.$inferSelect };
export type FollowUpTransaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

export const followUpChannel = "follow_ups";
const queueLock = 7_150_020;

/** The queue of one agent. */
export interface QueueOf {
  source: string;
  agentId: string;
}

/** Changes a queue, one transaction at a time. The senders are notified unless the result is `undefined` or false. */
export function withQueue<T>(
  store: Store,
  { agentId }: Pick<QueueOf, "agentId">,
  change: (tx: FollowUpTransaction) => Promise<T>,
): Promise<T> {
  return store.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${queueLock}, hashtext(${agentId}))`);
    const result = await change(tx);
    if (result !== undefined && result !== false) await tx.execute(sql`select pg_notify(${followUpChannel}, '')`);
    return result;
  });
}

/** The unsent messages of a queue with their authors, in order. */
export async function readQueue(
  database: Store["database"] | FollowUpTransaction,
  { source, agentId }: QueueOf,
): Promise<QueuedFollowUp[]> {
  return database
    .select({ row: followUps, author: users })
    .from(followUps)
    .innerJoin(users, eq(users.id, followUps.userId))
    .where(and(eq(followUps.source, source), eq(followUps.agentId, agentId), ne(followUps.state, "sent")))
    .orderBy(asc(followUps.position), asc(followUps.createdAt));
}

/** Why a queue with these messages waits for a user, given its agent; `undefined` if it doesn't. */
export async function pauseOfQueue(
  database: Store["database"] | FollowUpTransaction,
  queue: QueueOf,
  [head]: readonly QueuedFollowUp[],
  agent: QueueFacts["agent"],
): Promise<PauseReason | undefined> {
  if (!head) return undefined;
  const [resumed] = await database
    .select()
    .from(followUpQueues)
    .where(and(eq(followUpQueues.source, queue.source), eq(followUpQueues.agentId, queue.agentId)));
  const author = { disabled: head.author.disabledAt !== null, role: head.author.role };
  return findPauseReason({ head: head.row, author, agent, resumedRunId: resumed?.resumedRunId });
}

/** An agent's latest run in the index; `undefined` if it isn't indexed yet. */
export async function indexedAgent(store: Store, { source, agentId }: QueueOf): Promise<QueueFacts["agent"]> {
  const [row] = await store.database
    .select()
    .from(agents)
    .where(and(eq(agents.source, source), eq(agents.id, agentId)));
  if (!row || row.runStatus === null || row.runId !== row.latestRunId) return undefined;
  const { latestRunId, runStatus, runErrorCode } = row;
  return { status: row.entry.status, latestRunId, runStatus, errorCode: runErrorCode ?? undefined };
}

/** Agents with unsent messages whose ids follow `after`, in the order of their ids. */
export async function agentsWithFollowUps(
  store: Store,
  source: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await store.database
    .selectDistinct({ agentId: followUps.agentId })
    .from(followUps)
    .where(and(eq(followUps.source, source), gt(followUps.agentId, after), ne(followUps.state, "sent")))
    .orderBy(asc(followUps.agentId))
    .limit(limit);
  return rows.map(({ agentId }) => agentId);
}

export async function findFollowUp(store: Store, source: string, id: string): Promise<QueuedFollowUp | undefined> {
  const [found] = await store.database
    .select({ row: followUps, author: users })
    .from(followUps)
    .innerJoin(users, eq(users.id, followUps.userId))
    .where(and(eq(followUps.source, source), eq(followUps.id, id)));
  return found;
}

export type NewFollowUp = Omit<typeof followUps.$inferInsert, "position" | "state">;

/**
 * Adds a message to the end of its queue, or returns the one that has its id. Returns `undefined` if the queue is full. The first
 * message after a failed run responds to it, so it resumes the queue.
 */
export async function insertFollowUp(store: Store, message: NewFollowUp): Promise<FollowUpRow | undefined> {
  const agent = await indexedAgent(store, message);
  return withQueue(store, message, async (tx) => {
    const [repeated] = await tx.select().from(followUps).where(sameMessage(message));
    if (repeated) return repeated;
    const queued = await readQueue(tx, message);
    if (queued.length >= maxFollowUps) return undefined;
    if (queued.length === 0 && agent && isTerminal(agent.runStatus)) await resume(tx, message, agent.latestRunId);
    const position = (queued.at(-1)?.row.position ?? 0) + 1;
    const [row] = await tx
      .insert(followUps)
      .values({ ...message, position, state: "waiting" })
      .returning();
    return row;
  });
}

const sameMessage = ({ id, source, agentId, userId }: NewFollowUp) =>
  and(eq(followUps.id, id), eq(followUps.source, source), eq(followUps.agentId, agentId), eq(followUps.userId, userId));

async function resume(tx: FollowUpTransaction, { source, agentId }: QueueOf, resumedRunId: string): Promise<void> {
  await tx
    .insert(followUpQueues)
    .values({ source, agentId, resumedRunId })
    .onConflictDoUpdate({ target: [followUpQueues.source, followUpQueues.agentId], set: { resumedRunId } });
}

/** Resumes a queue after a run that didn't finish. */
export async function resumeQueue(store: Store, queue: QueueOf, runId: string): Promise<void> {
  await withQueue(store, queue, async (tx) => {
    await resume(tx, queue, runId);
    return true;
  });
}

const editable = ["waiting", "refused", "uncertain"] as const;

type FollowUpEdit = Partial<Pick<FollowUpRow, "text" | "mode" | "force">>;

/**
 * Edits a message that isn't being sent, and queues it again. Returns `undefined` if it is being sent or no longer
 * queued.
 */
export async function editFollowUp(
  store: Store,
  row: FollowUpRow,
  edit: FollowUpEdit,
): Promise<FollowUpRow | undefined> {
  return withQueue(store, row, async (tx) => {
    const [edited] = await tx
      .update(followUps)
      .set({ ...edit, state: "waiting", problem: null, retryAt: null })
      .where(and(eq(followUps.id, row.id), inArray(followUps.state, [...editable])))
      .returning();
    return edited;
  });
}

/** Moves a message before another one, or to the end with `null`. Returns false if either isn't queued. */
export async function moveFollowUp(store: Store, row: FollowUpRow, before: string | null): Promise<boolean> {
  return withQueue(store, row, async (tx) => {
    const queued = (await readQueue(tx, row)).map(({ row: { id } }) => id);
    const others = queued.filter((id) => id !== row.id);
    const index = before === null ? others.length : others.indexOf(before);
    if (others.length === queued.length || index < 0) return false;
    for (const [position, id] of others.toSpliced(index, 0, row.id).entries()) {
      await tx
        .update(followUps)
        .set({ position: position + 1 })
        .where(eq(followUps.id, id));
    }
    return true;
  });
}

/** Deletes a message. Returns false if it is being sent or no longer queued. */
export async function deleteFollowUp(store: Store, row: FollowUpRow): Promise<boolean> {
  return withQueue(store, row, async (tx) => {
    const removed = await tx
      .delete(followUps)
      .where(and(eq(followUps.id, row.id), inArray(followUps.state, [...editable])))
      .returning({ id: followUps.id });
    return removed.length > 0;
  });
}
