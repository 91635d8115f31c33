import { table } from "@/lib/contract/tables/service-table.generated";
import { currentPerson } from "@/lib/server/auth/session";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { createGateway } from "@/lib/server/gateway/gateway";
import { syncAfterWrite } from "@/lib/server/index/sync-after-call";
import { dashboardOperations } from "@/lib/server/operations/operations.generated";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const dynamic = "force-dynamic";

let gateway: ReturnType<typeof createGateway> | undefined;

function handle(request: Request): Promise<Response> {
  gateway ??= createGateway({
    operations: table,
    own: dashboardOperations,
    service: dashboardService(),
    webUrl: dashboardSettings().webUrl,
    person: currentPerson,
    recordAudit: async (entry) => recordAudit(await dashboardStore(), entry),
    onWrite: syncAfterWrite,
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return gateway(request);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
