import { and, desc, eq, lt, notInArray, sql } from "drizzle-orm";
import type { Worker } from "@/lib/contract/pools/worker";
import { knownWorkers, workerAgents } from "./queue-schema";
import type { Store } from "./store";

const retentionMs = 30 * 86_400_000;
const maxWorkers = 200;
const maxAgents = 50;

/** Stores the connected workers and their agents, and forgets those not seen for 30 days. */
export async function storeWorkers(
  { database }: Store,
  source: string,
  workers: readonly Worker[],
  now: number,
): Promise<void> {
  const seenAt = new Date(now);
  const newest = { seenAt: sql`excluded.seen_at` };
  const listed = workers.map(({ workerId }) => workerId);
  await database
    .update(knownWorkers)
    .set({ connected: false })
    .where(and(eq(knownWorkers.source, source), knownWorkers.connected, notInArray(knownWorkers.id, listed)));
  if (workers.length > 0) {
    const values = workers.map((worker) => ({ source, id: worker.workerId, worker, connected: true, seenAt }));
    await database
      .insert(knownWorkers)
      .values(values)
      .onConflictDoUpdate({
        target: [knownWorkers.source, knownWorkers.id],
        set: { worker: sql`excluded.worker`, connected: true, ...newest },
      });
  }
  const running = workers.flatMap(({ workerId, activeBcId }) =>
    activeBcId ? [{ source, workerId, agentId: activeBcId, seenAt }] : [],
  );
  if (running.length > 0) {
    await database
      .insert(workerAgents)
      .values(running)
      .onConflictDoUpdate({ target: [workerAgents.source, workerAgents.workerId, workerAgents.agentId], set: newest });
  }
  const expired = new Date(now - retentionMs);
  await database.delete(knownWorkers).where(lt(knownWorkers.seenAt, expired));
  await database.delete(workerAgents).where(lt(workerAgents.seenAt, expired));
}

/** The workers seen in the last 30 days, most recent first. */
export function readWorkers({ database }: Store, source: string) {
  return database
    .select()
    .from(knownWorkers)
    .where(eq(knownWorkers.source, source))
    .orderBy(desc(knownWorkers.seenAt), knownWorkers.id)
    .limit(maxWorkers);
}

/** A worker and the agents that ran on it, most recent first. */
export async function readWorker({ database }: Store, source: string, id: string) {
  const [known] = await database
    .select()
    .from(knownWorkers)
    .where(and(eq(knownWorkers.source, source), eq(knownWorkers.id, id)));
  const agents = await database
    .select({ id: workerAgents.agentId, seenAt: workerAgents.seenAt })
    .from(workerAgents)
    .where(and(eq(workerAgents.source, source), eq(workerAgents.workerId, id)))
    .orderBy(desc(workerAgents.seenAt), workerAgents.agentId)
    .limit(maxAgents);
  return known && { ...known, agents };
}

/** The id of the worker that is running an agent or last ran it. */
export async function readLastWorker(
  { database }: Store,
  source: string,
  agentId: string,
): Promise<string | undefined> {
  const [last] = await database
    .select({ id: workerAgents.workerId })
    .from(workerAgents)
    .where(and(eq(workerAgents.source, source), eq(workerAgents.agentId, agentId)))
    .orderBy(desc(workerAgents.seenAt))
    .limit(1);
  return last?.id;
}
