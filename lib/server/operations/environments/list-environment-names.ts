import { listHostedEnvironments } from "@/lib/contract/admin/environments/list-hosted-environments";
import { callPath } from "@/lib/contract/client-path";
import { listEnvironmentNames } from "@/lib/contract/dashboard/environments/list-environment-names";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

/** Without the repositories' URLs, because not all users can see all repositories. */
export const listEnvironmentNamesOperation = implementOperation(listEnvironmentNames, async () => {
  // Only the embedded service has the administration API.
  if (dashboardSettings().serviceUrl !== undefined) return { environments: [] };
  const path = callPath(listHostedEnvironments, { teamId: "_" });
  const { items } = await callWith(dashboardService(), listHostedEnvironments, { path });
  return { environments: items.map(({ name, repos }) => ({ name, repositories: repos.length })) };
});
