import { recordLaunch } from "@/lib/contract/dashboard/launches/record-launch";
import { requireAgent } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { insertLaunch } from "@/lib/server/db/launches";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { storableFields } from "./storable-fields";

export const recordLaunchOperation = implementOperation(recordLaunch, async ({ params, body, user }) => {
  // Its user is shown as the agent's owner.
  await requireAgent(user, params.agentId, "own");
  await insertLaunch(await dashboardStore(), {
    agentId: params.agentId,
    fields: storableFields(body.fields),
    launchedAt: new Date(dashboardService().clock.now()),
    launchedBy: user.id,
  });
  return { agentId: params.agentId };
});
