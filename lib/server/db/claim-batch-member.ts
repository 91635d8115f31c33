import { and, eq, lt, sql } from "drizzle-orm";
import { batches, batchMembers } from "./batch-schema";
import type { BatchMemberRow, BatchRow } from "./batches";
import { users } from "./schema";
import type { Store } from "./store";

export interface ClaimedMember {
  member: BatchMemberRow;
  batch: BatchRow;
  owner: typeof users.$inferSelect;
}

const sameMember = ({ batchId, position }: Pick<BatchMemberRow, "batchId" | "position">) =>
  and(eq(batchMembers.batchId, batchId), eq(batchMembers.position, position));

async function readClaimed({ database }: Store, member: BatchMemberRow): Promise<ClaimedMember | undefined> {
  const [found] = await database
    .select({ batch: batches, owner: users })
    .from(batches)
    .innerJoin(users, eq(users.id, batches.userId))
    .where(eq(batches.id, member.batchId));
  return found && { ...found, member };
}

/** Claims the next agent to launch, in only one of the processes that share the database. */
export async function claimMember(store: Store, source: string, now: Date): Promise<ClaimedMember | undefined> {
  const next = sql`(
    select ${batchMembers.batchId}, ${batchMembers.position}
    from ${batchMembers} join ${batches} on ${batches.id} = ${batchMembers.batchId}
    where ${batches.source} = ${source} and ${batchMembers.state} = 'waiting'
      and (${batchMembers.retryAt} is null or ${batchMembers.retryAt} <= ${now.toISOString()}::timestamptz)
    order by ${batches.createdAt}, ${batchMembers.position}
    limit 1 for update of ${batchMembers} skip locked)`;
  const [member] = await store.database
    .update(batchMembers)
    .set({ state: "launching", claimedAt: now, retryAt: null, problem: null, tries: sql`${batchMembers.tries} + 1` })
    .where(sql`(${batchMembers.batchId}, ${batchMembers.position}) in ${next}`)
    .returning();
  return member && readClaimed(store, member);
}

/** Stores the id that a claimed agent will be launched with; null: the service chooses it. Returns false if the claim was lost. */
export async function chooseAgentId(store: Store, member: BatchMemberRow, agentId: string | null): Promise<boolean> {
  return updateClaimed(store, member, { agentId });
}

/** The outcome of launching a claimed agent. */
export type Settlement =
  | { state: "launched"; agentId: string; problem: null }
  | { state: "waiting"; problem: string | null; retryAt: Date | null }
  | { state: "failed" | "uncertain"; problem: string };

/** Settles a claim once. Returns false if another process already did. */
export async function settleMember(store: Store, member: BatchMemberRow, settlement: Settlement): Promise<boolean> {
  return updateClaimed(store, member, settlement);
}

async function updateClaimed(store: Store, member: BatchMemberRow, values: Partial<BatchMemberRow>): Promise<boolean> {
  const { claimedAt } = member;
  if (claimedAt === null) return false;
  const updated = await store.database
    .update(batchMembers)
    .set(values)
    .where(and(sameMember(member), eq(batchMembers.state, "launching"), eq(batchMembers.claimedAt, claimedAt)))
    .returning({ position: batchMembers.position });
  return updated.length > 0;
}

/** Deletes what the launches of a batch needed, once all of its agents are launched. */
export async function forgetLaunched({ database }: Store, batchId: string): Promise<void> {
  await database
    .update(batches)
    .set({ sealed: null })
    .where(
      and(
        eq(batches.id, batchId),
        sql`not exists (select from ${batchMembers} where ${batchMembers.batchId} = ${batchId} and ${batchMembers.state} <> 'launched')`,
      ),
    );
}

/** Agents claimed before a time and never settled, because the process or the connection was lost. */
export async function unsettledMembers(store: Store, source: string, before: Date): Promise<ClaimedMember[]> {
  const rows = await store.database
    .select({ member: batchMembers, batch: batches, owner: users })
    .from(batchMembers)
    .innerJoin(batches, eq(batches.id, batchMembers.batchId))
    .innerJoin(users, eq(users.id, batches.userId))
    .where(and(eq(batches.source, source), eq(batchMembers.state, "launching"), lt(batchMembers.claimedAt, before)));
  return rows;
}
