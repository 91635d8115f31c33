import { getPullAgents } from "@/lib/contract/dashboard/pulls/get-pull-agents";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { agentThatOpened, runsForPull } from "@/lib/server/db/pull-agents";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

/** Shows only agents that the user can see, and messages to them. */
export const getPullAgentsOperation = implementOperation(getPullAgents, async ({ params, user }) => {
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  const [author, runs] = await Promise.all([agentThatOpened(store, scope, params), runsForPull(store, scope, params)]);
  return { ...(author ? { author } : {}), runs };
});
