import { and, asc, desc, eq, inArray, isNotNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { type AgentScope, visibleTo } from "./agent-scope";
import { batches, batchMembers } from "./batch-schema";
import { agents } from "./index-schema";
import { users } from "./schema";
import type { Store } from "./store";

export type BatchRow = typeof batches.$inferSelect;
export type BatchMemberRow = typeof batchMembers.$inferSelect;

export const batchChannel = "batches";
const notifyLaunchers = sql`select pg_notify(${batchChannel}, '')`;

type NewMember = Pick<BatchMemberRow, "position" | "model" | "repository" | "repositories" | "attempt">;

/** Stores a batch with its agents, to be launched next. Returns false if one with this id exists. */
export async function insertBatch(store: Store, batch: BatchRow, members: readonly NewMember[]): Promise<boolean> {
  return store.database.transaction(async (tx) => {
    const inserted = await tx.insert(batches).values(batch).onConflictDoNothing().returning({ id: batches.id });
    if (inserted.length === 0) return false;
    await tx
      .insert(batchMembers)
      .values(members.map((member) => ({ ...member, batchId: batch.id, state: "waiting" as const })));
    await tx.execute(notifyLaunchers);
    return true;
  });
}

/** A batch without what only its launches need. */
export interface StoredBatch {
  batch: Omit<BatchRow, "sealed" | "fields">;
  ownerName: string;
  members: BatchMemberRow[];
}

const { id, source, userId, name, prompt, createdAt } = batches;

async function withMembers({ database }: Store, rows: readonly Omit<StoredBatch, "members">[]): Promise<StoredBatch[]> {
  const ids = rows.map(({ batch }) => batch.id);
  const members = await database
    .select()
    .from(batchMembers)
    .where(inArray(batchMembers.batchId, ids))
    .orderBy(asc(batchMembers.position));
  return rows.map((row) => ({ ...row, members: members.filter(({ batchId }) => batchId === row.batch.id) }));
}

const selectBatches = ({ database }: Store) =>
  database
    .select({ batch: { id, source, userId, name, prompt, createdAt }, ownerName: users.displayName })
    .from(batches)
    .innerJoin(users, eq(users.id, batches.userId));

/** A user sees their own batches, and others once all of their agents are launched and visible to the user. */
function isVisible({ source: of, viewer }: AgentScope): SQL | undefined {
  const visible = viewer && visibleTo(viewer);
  if (!visible) return eq(source, of);
  const hidden = sql`exists (
    select from ${batchMembers} left join ${agents} on ${agents.id} = ${batchMembers.agentId}
    where ${batchMembers.batchId} = ${id} and (${agents.id} is null or not ${visible})
  )`;
  return and(eq(source, of), or(eq(userId, viewer.id), not(hidden)));
}

export async function findBatch(store: Store, scope: AgentScope, wanted: string): Promise<StoredBatch | undefined> {
  const rows = await selectBatches(store).where(and(isVisible(scope), eq(id, wanted)));
  return (await withMembers(store, rows))[0];
}

/** The latest batches, newest first. */
export async function latestBatches(store: Store, scope: AgentScope, limit: number): Promise<StoredBatch[]> {
  const rows = await selectBatches(store).where(isVisible(scope)).orderBy(desc(createdAt), asc(id)).limit(limit);
  return withMembers(store, rows);
}

/** Launches a failed agent of a batch again. Returns false if it hasn't failed. */
export async function retryMember(store: Store, batchId: string, position: number): Promise<boolean> {
  return store.database.transaction(async (tx) => {
    const retried = await tx
      .update(batchMembers)
      .set({ state: "waiting", problem: null, retryAt: null, claimedAt: null, tries: 0, agentId: null })
      .where(
        and(
          eq(batchMembers.batchId, batchId),
          eq(batchMembers.position, position),
          inArray(batchMembers.state, ["failed", "uncertain"]),
        ),
      )
      .returning({ position: batchMembers.position });
    if (retried.length > 0) await tx.execute(notifyLaunchers);
    return retried.length > 0;
  });
}

/** Deletes what failed launches of old batches need to be retried, because it can have secrets. */
export async function forgetOldLaunches({ database }: Store, before: Date): Promise<void> {
  await database
    .update(batches)
    .set({ sealed: null })
    .where(and(isNotNull(batches.sealed), lt(batches.createdAt, before)));
}

/** Ids of agents that belong to batches or were launched in another way. */
export async function knownAgents({ database }: Store, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const list = sql.join(
    ids.map((each) => sql`${each}`),
    sql`, `,
  );
  const { rows } = await database.execute<{ id: string }>(sql`
    select agent_id as id from launches where agent_id in (${list})
    union select agent_id from batch_members where agent_id in (${list})`);
  return new Set(rows.map((row) => row.id));
}

export async function countMembers({ database }: Store, batchId: string): Promise<number> {
  return database.$count(batchMembers, eq(batchMembers.batchId, batchId));
}
