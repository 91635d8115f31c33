import { shutdownSignal } from "@/lib/shutdown";
import { dashboardService } from "@/lib/upstream/dashboard-service";
import { Hub } from "./hub";

declare global {
  var slipwayLiveHub: Hub | undefined;
}

/** The one hub of this process; on `globalThis`, because Next loads modules more than once. */
export function dashboardHub(): Hub {
  globalThis.slipwayLiveHub ??= new Hub({ service: dashboardService(), shutdown: shutdownSignal() });
  return globalThis.slipwayLiveHub;
}
