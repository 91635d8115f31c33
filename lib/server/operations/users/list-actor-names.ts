import { listGroups } from "@/lib/contract/admin/grants/list-groups";
import { listInstallations } from "@/lib/contract/admin/installations/list-installations";
import { listServiceAccounts } from "@/lib/contract/admin/users/list-service-accounts";
import { listUsers } from "@/lib/contract/admin/users/list-users";
import { callPath } from "@/lib/contract/client-path";
import { listActorNames } from "@/lib/contract/dashboard/users/list-actor-names";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const team = { teamId: "_" };

export const listActorNamesOperation = implementOperation(listActorNames, async ({ query: { namespace } }) => {
  // Only the embedded service has the administration API.
  if (dashboardSettings().serviceUrl !== undefined) return { actors: [] };
  const service = dashboardService();
  const [{ users }, { serviceAccounts }, { groups }, { installations }] = await Promise.all([
    callWith(service, listUsers, { path: callPath(listUsers, team) }),
    callWith(service, listServiceAccounts, { path: callPath(listServiceAccounts, team) }),
    callWith(service, listGroups, { path: callPath(listGroups, team) }),
    namespace
      ? callWith(service, listInstallations, { path: callPath(listInstallations, { namespaceSlug: namespace }) })
      : { installations: [] },
  ]);
  return {
    actors: [
      ...users.map(({ id, email, firstName, lastName }) => ({
        id,
        name: [firstName, lastName].filter(Boolean).join(" ") || email,
      })),
      ...serviceAccounts.map(({ id, name }) => ({ id, name })),
      ...groups.map(({ id, slug }) => ({ id, name: slug })),
      ...installations.map(({ app }) => ({ id: app.id, name: app.displayName })),
    ],
  };
});
