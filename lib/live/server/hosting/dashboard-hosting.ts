import { shutdownSignal } from "@/lib/shutdown";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { dashboardService } from "@/lib/upstream/dashboard-service";
import { dashboardLog } from "@/lib/upstream/dashboard-settings";
import { HostingBoard } from "./hosting-board";

declare global {
  var slipwayHostingBoard: HostingBoard | undefined;
}

/** The one board of this process; on `globalThis`, because Next loads modules more than once. */
export function dashboardHosting(): HostingBoard {
  globalThis.slipwayHostingBoard ??= new HostingBoard({
    store: dashboardStore,
    clock: dashboardService().clock,
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return globalThis.slipwayHostingBoard;
}
