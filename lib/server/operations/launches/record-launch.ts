import { recordLaunch } from "@/lib/contract/dashboard/record-launch";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { keepLaunch } from "@/lib/server/db/launches";
import { implementInDashboard } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { keptFields } from "./kept-fields";

export const recordLaunchOperation = implementInDashboard(recordLaunch, async ({ params, body }) => {
  await keepLaunch(await dashboardStore(), {
    agentId: params.agentId,
    fields: keptFields(body.fields),
    launchedAt: new Date(dashboardService().clock.now()),
  });
  return { agentId: params.agentId };
});
