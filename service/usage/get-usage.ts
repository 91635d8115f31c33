import { desc, eq } from "drizzle-orm";
import { getUsage, type Usage } from "@/lib/contract/agents/get-usage";
import { findAgent } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { runs } from "../core/store/tables/agents";
import { findRun } from "../runs/find-run";
import type { RunRow } from "../runs/run-body";

const noUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

function usageBody({ inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens }: typeof noUsage): Usage {
  const totalTokens = inputTokens + outputTokens + cacheWriteTokens + cacheReadTokens;
  return { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, totalTokens };
}

function sumOf(usages: readonly (typeof noUsage)[]): typeof noUsage {
  return usages.reduce(
    (sum, each) => ({
      inputTokens: sum.inputTokens + each.inputTokens,
      outputTokens: sum.outputTokens + each.outputTokens,
      cacheReadTokens: sum.cacheReadTokens + each.cacheReadTokens,
      cacheWriteTokens: sum.cacheWriteTokens + each.cacheWriteTokens,
    }),
    noUsage,
  );
}

type UsageRow = Pick<RunRow, "id" | "usage" | "usageUuid" | "sessionUsage">;

function runUsage({ id, usage, usageUuid, sessionUsage }: UsageRow) {
  const session = sessionUsage?.context || sessionUsage?.cost ? { session: sessionUsage } : {};
  return { id, ...(usageUuid === null ? {} : { usageUuid }), usage: usageBody(usage ?? noUsage), ...session };
}

/** Returns token usage of an agent's runs, newest first. Runs without recorded usage count as zero. */
export const getUsageOperation = implement(getUsage, async ({ params, query, principal }, context) => {
  let rows: UsageRow[];
  if (query.runId === undefined) {
    const agent = await findAgent(context, principal, params.id);
    rows = await context.db
      .select({ id: runs.id, usage: runs.usage, usageUuid: runs.usageUuid, sessionUsage: runs.sessionUsage })
      .from(runs)
      .where(eq(runs.agentId, agent.id))
      .orderBy(desc(runs.position));
  } else {
    rows = [(await findRun(context, principal, params.id, query.runId)).run];
  }
  return { totalUsage: usageBody(sumOf(rows.map(({ usage }) => usage ?? noUsage))), runs: rows.map(runUsage) };
});
