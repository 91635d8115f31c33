import "server-only";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { Hub } from "./hub";
import { Recorder } from "./recorder";

declare global {
  interface Dashboard {
    liveHub?: Hub | undefined;
  }
}

function makeHub(): Hub {
  const service = dashboardService();
  const recorder = new Recorder({
    store: dashboardStore,
    clock: service.clock,
    log: dashboardLog(),
    onStatusChange: async (agentId) => notifyIndex(await dashboardStore(), { agents: [agentId], list: true }),
  });
  return new Hub({ service, shutdown: shutdownSignal(), recorder });
}

/** The one hub of this process; on `globalThis`, because Next loads modules more than once. */
export function dashboardHub(): Hub {
  dashboard.liveHub ??= makeHub();
  return dashboard.liveHub;
}
