import { and, eq, sql } from "drizzle-orm";
import type { AgentUsage } from "@/lib/contract/agents/get-usage";
import { agents, runs } from "./index-schema";
import { nextChange, type Transaction, withChanges } from "./indexed-agents";
import type { Store } from "./store";

const changeIfDifferent = (total: number | null) =>
  sql`case when ${agents.totalTokens} is distinct from ${total}::bigint then ${nextChange} else ${agents.change} end`;

async function saveRuns(tx: Transaction, agentId: string, usages: AgentUsage["runs"]): Promise<void> {
  for (const { id, usage } of usages) {
    const { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, totalTokens } = usage;
    await tx
      .update(runs)
      .set({ inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, totalTokens })
      .where(and(eq(runs.agentId, agentId), eq(runs.id, id)));
  }
}

/** Stores an agent's token counts; `undefined` if the service has none. */
export async function saveUsage(
  store: Store,
  { agentId, asOf, usage }: { agentId: string; asOf: string; usage: AgentUsage | undefined },
): Promise<void> {
  await withChanges(store, async (tx) => {
    const total = usage?.totalUsage.totalTokens ?? null;
    const [row] = await tx
      .update(agents)
      .set({ usageFor: asOf, totalTokens: total, change: changeIfDifferent(total) })
      .where(eq(agents.id, agentId))
      .returning({ id: agents.id });
    if (row) await saveRuns(tx, agentId, usage?.runs ?? []);
  });
}

/** Stores the counts of an agent whose run is active. Runs without tokens stay unknown, and all are read again later. */
export async function saveUsageSoFar(
  store: Store,
  { agentId, usage }: { agentId: string; usage: AgentUsage },
): Promise<void> {
  const counted = usage.runs.filter(({ usage: { totalTokens } }) => totalTokens > 0);
  if (counted.length === 0) return;
  await withChanges(store, async (tx) => {
    const total = usage.totalUsage.totalTokens;
    await tx
      .update(agents)
      .set({ totalTokens: total, change: changeIfDifferent(total) })
      .where(eq(agents.id, agentId));
    await saveRuns(tx, agentId, counted);
  });
}
