import { and, eq, lt } from "drizzle-orm";
import type { Context } from "../core/context";
import { agents } from "../core/store/tables/agents";
import { dropClaim } from "../queue/drop-claim";

/**
 * Archives agents idle for longer than `agentExpirySeconds` and drops their claims; 0 disables expiry. Returns the number
 * archived.
 */
export async function archiveIdleAgents({
  db,
  clock,
  settings,
}: Pick<Context, "db" | "clock" | "settings">): Promise<number> {
  if (settings.agentExpirySeconds === 0) return 0;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const expired = await tx
      .update(agents)
      .set({ status: "ARCHIVED", updatedAt: now })
      .where(and(eq(agents.status, "IDLE"), lt(agents.updatedAt, now - settings.agentExpirySeconds * 1000)))
      .returning({ id: agents.id });
    for (const { id } of expired) await dropClaim(tx, id, now);
    return expired.length;
  });
}
