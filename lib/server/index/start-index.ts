import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { electLeader, indexLock } from "@/lib/server/db/leader-election";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { Recorder } from "@/lib/server/live/recorder";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { Indexer } from "./indexer";
import { replayRuns } from "./replay-runs";

declare global {
  var slipwayIndexStarted: boolean | undefined;
}

/** Keeps the agent index up to date while this process runs. Called once per process. */
export async function startIndex(): Promise<void> {
  if (globalThis.slipwayIndexStarted) return;
  globalThis.slipwayIndexStarted = true;
  const [store, service, log] = [await dashboardStore(), dashboardService(), dashboardLog()];
  const source = indexSource(dashboardSettings());
  void electLeader({
    store,
    log,
    lock: indexLock,
    signal: shutdownSignal(),
    clock: service.clock,
    work: async (signal, listen) => {
      const indexer = new Indexer({ store, service, source, log, signal });
      listen((notice) => indexer.receive(notice));
      const hub = dashboardHub();
      const recorder = new Recorder({ store: dashboardStore, clock: service.clock, log });
      await Promise.all([indexer.run(), replayRuns({ store, service, source, recorder, hub, log, signal })]);
    },
  });
}
