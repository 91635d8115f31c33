import { followWrite } from "@/lib/agent-index/follow-write";
import { currentPerson } from "@/lib/auth/session";
import { table } from "@/lib/contract/table";
import { ownOperations } from "@/lib/dashboard/operations";
import { shutdownSignal } from "@/lib/shutdown";
import { recordAudit } from "@/lib/store/audit";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { dashboardService } from "@/lib/upstream/dashboard-service";
import { dashboardLog, dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { createGateway } from "@/lib/upstream/gateway";

export const dynamic = "force-dynamic";

let gateway: ReturnType<typeof createGateway> | undefined;

function handle(request: Request): Promise<Response> {
  gateway ??= createGateway({
    operations: table,
    own: ownOperations,
    service: dashboardService(),
    webUrl: dashboardSettings().webUrl,
    person: currentPerson,
    recordAudit: async (entry) => recordAudit(await dashboardStore(), entry),
    onWrite: followWrite,
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return gateway(request);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
