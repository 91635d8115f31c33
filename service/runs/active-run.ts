import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";

/** A run is under way, or about to begin. */
export const isActive = inArray(runs.status, ["CREATING", "RUNNING"]);

/** Id of the run an agent has under way; it has one at most. */
export async function activeRunOf(db: Pick<Context["db"], "select">, agentId: string): Promise<string | undefined> {
  const [run] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), isActive));
  return run?.id;
}
