import { table } from "@/lib/contract/tables/service-table.generated";
import { systemClock } from "@/lib/core/clock";
import { agentProblem } from "@/lib/server/agent-access/dashboard-agents";
import { currentUser } from "@/lib/server/auth/session";
import { createTokenReader } from "@/lib/server/auth/token-reader";
import { checkRunBudgets } from "@/lib/server/budgets/admit-run";
import { budgetParts } from "@/lib/server/budgets/dashboard-budgets";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { createGateway } from "@/lib/server/gateway/gateway";
import { limitRejectedTokens } from "@/lib/server/gateway/limit-rejected-tokens";
import { syncAfterWrite } from "@/lib/server/index/sync-after-call";
import { dashboardOperations } from "@/lib/server/operations/operations.generated";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { extendLaunch } from "@/lib/server/variables/extend-launch";

export const dynamic = "force-dynamic";

function createRoute(): (request: Request) => Promise<Response> {
  const gateway = createGateway({
    operations: table,
    own: dashboardOperations,
    agentProblem,
    service: dashboardService(),
    webUrl: dashboardSettings().webUrl,
    user: currentUser,
    tokenUser: createTokenReader({ store: dashboardStore, clock: systemClock }),
    recordAudit: async (entry) => recordAudit(await dashboardStore(), entry),
    extendWrite: (write) => extendLaunch(variableParts, write),
    admit: async (call) => checkRunBudgets(await budgetParts(), call),
    onWrite: syncAfterWrite,
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return limitRejectedTokens(systemClock, dashboardSettings().failedAuthenticationsPerMinute, gateway);
}

let route: ReturnType<typeof createRoute> | undefined;

function handle(request: Request): Promise<Response> {
  route ??= createRoute();
  return route(request);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
