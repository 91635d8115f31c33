import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { getLaunch } from "@/lib/contract/dashboard/launches/get-launch";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findLaunch } from "@/lib/server/db/launches";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getLaunchOperation = implementOperation(getLaunch, async ({ params: { agentId } }) => {
  const row = await findLaunch(await dashboardStore(), agentId);
  // The form is stored after the launch.
  return { fields: LaunchFields.safeParse(row?.fields).data ?? null };
});
