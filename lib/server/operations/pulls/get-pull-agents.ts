import { getPullAgents } from "@/lib/contract/dashboard/get-pull-agents";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { agentThatOpened, runsForPull } from "@/lib/server/db/pull-agents";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

/** Shows only agents and messages, which every user can see. */
export const getPullAgentsOperation = implementOperation(getPullAgents, async ({ params }) => {
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  const [author, runs] = await Promise.all([
    agentThatOpened(store, source, params),
    runsForPull(store, source, params),
  ]);
  return { ...(author ? { author } : {}), runs };
});
