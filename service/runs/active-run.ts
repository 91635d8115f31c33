import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";

/** Condition: the run is in progress or about to start. */
export const isActive = inArray(runs.status, ["CREATING", "RUNNING"]);

/** Returns the id of an agent's active run. There is at most one. */
export async function findActiveRun(db: Pick<Context["db"], "select">, agentId: string): Promise<string | undefined> {
  const [run] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), isActive));
  return run?.id;
}
