import { and, eq, lt } from "drizzle-orm";
import { mcpFlows } from "./schema";
import type { Store } from "./store";

/** Remembers which user started connecting an MCP server. Removes expired ones. */
export async function addMcpFlow(
  { database }: Store,
  flow: { stateHash: string; userId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await database.delete(mcpFlows).where(lt(mcpFlows.expiresAt, now));
  await database.insert(mcpFlows).values(flow);
}

/** Removes a flow. Returns whether the user had started it and it isn't expired. Of concurrent callers, one succeeds. */
export async function takeMcpFlow(
  { database }: Store,
  { stateHash, userId }: { stateHash: string; userId: string },
  now: Date,
): Promise<boolean> {
  const [row] = await database
    .delete(mcpFlows)
    .where(and(eq(mcpFlows.stateHash, stateHash), eq(mcpFlows.userId, userId)))
    .returning({ expiresAt: mcpFlows.expiresAt });
  return row !== undefined && row.expiresAt > now;
}
