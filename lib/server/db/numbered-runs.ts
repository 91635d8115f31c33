import { and, asc, between, eq, inArray, max, sql } from "drizzle-orm";
import { isTerminal, type Run } from "@/lib/contract/agents/run";
import { numberedRuns } from "./index-schema";
import type { Store } from "./store";

/** What is stored of a run, besides its number. */
export type StoredRun = Pick<Run, "id" | "agentId" | "status" | "createdAt" | "updatedAt">;

const runsLock = 7_150_011;
const insertedAtOnce = 1_000;

const ofAgent = (agentId: string) => eq(numberedRuns.agentId, agentId);

/**
 * Stores the newest runs of an agent, newest first, and numbers those that have no number yet. Returns false without storing anything
 * if there may be runs between these and the ones with numbers. `complete`: the agent has no older runs.
 */
export async function saveNumberedRuns(
  { database }: Store,
  agentId: string,
  { runs, complete }: { runs: readonly StoredRun[]; complete: boolean },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${runsLock}, hashtext(${agentId}))`);
    const ids = runs.map(({ id }) => id);
    const known = await tx
      .select()
      .from(numberedRuns)
      .where(and(ofAgent(agentId), inArray(numberedRuns.id, ids)));
    const byId = new Map(known.map((row) => [row.id, row]));
    const end = runs.findIndex(({ id }) => byId.has(id));
    if (end < 0 && !complete) return false;
    for (const { id, status, updatedAt } of runs) {
      const stored = byId.get(id);
      // A response that arrives late must not restart a run that has ended.
      if (!stored || stored.status === status || isTerminal(stored.status)) continue;
      await tx
        .update(numberedRuns)
        .set({ status, updatedAt })
        .where(and(ofAgent(agentId), eq(numberedRuns.id, id)));
    }
    const [count] = await tx
      .select({ number: max(numberedRuns.number) })
      .from(numberedRuns)
      .where(ofAgent(agentId));
    const last = byId.get(runs[end]?.id ?? "")?.number ?? count?.number ?? 0;
    const rows = (end < 0 ? runs : runs.slice(0, end))
      .toReversed()
      .map(({ id, status, createdAt, updatedAt }, index) => ({
        agentId,
        id,
        status,
        createdAt,
        updatedAt,
        number: last + 1 + index,
      }));
    for (let at = 0; at < rows.length; at += insertedAtOnce) {
      await tx
        .insert(numberedRuns)
        .values(rows.slice(at, at + insertedAtOnce))
        .onConflictDoNothing();
    }
    return true;
  });
}

/** Whether any of the runs has a number. */
export async function hasNumberedRun({ database }: Store, agentId: string, ids: readonly string[]): Promise<boolean> {
  const [row] = await database
    .select({ number: numberedRuns.number })
    .from(numberedRuns)
    .where(and(ofAgent(agentId), inArray(numberedRuns.id, [...ids])))
    .limit(1);
  return row !== undefined;
}

export async function countNumberedRuns({ database }: Store, agentId: string): Promise<number> {
  const [row] = await database
    .select({ number: max(numberedRuns.number) })
    .from(numberedRuns)
    .where(ofAgent(agentId));
  return row?.number ?? 0;
}

/** The runs with the numbers from `first` to `last`, oldest first. */
export function readNumberedRuns(
  { database }: Store,
  agentId: string,
  { first, last }: { first: number; last: number },
): Promise<(StoredRun & { number: number })[]> {
  return database
    .select()
    .from(numberedRuns)
    .where(and(ofAgent(agentId), between(numberedRuns.number, first, last)))
    .orderBy(asc(numberedRuns.number));
}

export async function findNumberedRun(
  { database }: Store,
  agentId: string,
  runId: string,
): Promise<(StoredRun & { number: number }) | undefined> {
  const [row] = await database
    .select()
    .from(numberedRuns)
    .where(and(ofAgent(agentId), eq(numberedRuns.id, runId)));
  return row;
}
