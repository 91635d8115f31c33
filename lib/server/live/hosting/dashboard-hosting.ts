import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { HostingBoard } from "./hosting-board";

declare global {
  interface Dashboard {
    hostingBoard?: HostingBoard | undefined;
  }
}

/** The one board of this process; on `globalThis`, because Next loads modules more than once. */
export function dashboardHosting(): HostingBoard {
  dashboard.hostingBoard ??= new HostingBoard({
    store: dashboardStore,
    clock: dashboardService().clock,
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return dashboard.hostingBoard;
}
