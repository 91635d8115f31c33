import { systemClock } from "@/lib/core/clock";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { dashboardReadiness } from "@/lib/server/readiness/dashboard-readiness";
import { shutdownSignal } from "@/lib/server/shutdown";
import { HealthBoard } from "./health-board";

declare global {
  interface Dashboard {
    healthBoard?: HealthBoard | undefined;
  }
}

/** The one board of this process; on `globalThis`, because Next loads modules more than once. */
export function dashboardHealth(): HealthBoard {
  dashboard.healthBoard ??= new HealthBoard({
    check: async () => (await dashboardReadiness()).parts.service === "ok",
    clock: systemClock,
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return dashboard.healthBoard;
}
