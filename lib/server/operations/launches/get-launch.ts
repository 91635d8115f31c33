import { getLaunch } from "@/lib/contract/dashboard/get-launch";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findLaunch } from "@/lib/server/db/launches";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const getLaunchOperation = implementOperation(getLaunch, async ({ params: { agentId } }) => {
  const row = await findLaunch(await dashboardStore(), agentId);
  // The form is stored after the launch.
  const fields = LaunchFields.safeParse(row?.fields).data;
  if (row && fields) return { agentId, fields, launchedAt: row.launchedAt.toISOString() };
  const message = "This agent wasn't launched from this dashboard.";
  throw new OperationError({ status: 404, code: "launch_not_found", message, field: "agentId" });
});
