import { listAgentCosts } from "@/lib/contract/dashboard/usage/list-agent-costs";
import { agentCosts } from "@/lib/model/usage/agent-costs";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageLines } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listAgentCostsOperation = implementOperation(listAgentCosts, async ({ user }) => {
  const store = await dashboardStore();
  const prices = await readPrices(store);
  if (!prices) return { costs: {} };
  const lines = await usageLines(store, { ...(await agentScopeOf(user)), from: undefined, to: undefined });
  return { currency: prices.table.currency, costs: agentCosts(lines, prices.table) };
});
