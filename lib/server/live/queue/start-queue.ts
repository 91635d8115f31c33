import { dashboard, isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { QueueBoard } from "./queue-board";
import { leadQueue } from "./queue-leader";

declare global {
  interface Dashboard {
    queueBoard?: QueueBoard | undefined;
  }
}

/** Watches the queue while this process runs, unless another process sharing the database already does. */
export async function startQueue(): Promise<void> {
  if (!isFirstStart("queue")) return;
  const [store, service, log] = [await dashboardStore(), dashboardService(), dashboardLog()];
  void leadQueue({ store, service, source: indexSource(dashboardSettings()), log, signal: shutdownSignal() });
}

/** The one board of this process; on `globalThis`, because Next loads modules more than once. */
export function dashboardQueue(): QueueBoard {
  dashboard.queueBoard ??= new QueueBoard({
    store: dashboardStore,
    source: indexSource(dashboardSettings()),
    clock: dashboardService().clock,
    uuid: () => dashboardService().ids.uuid(),
    log: dashboardLog(),
    shutdown: shutdownSignal(),
  });
  return dashboard.queueBoard;
}
