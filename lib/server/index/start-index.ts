import { scheduleEvery } from "@/lib/core/schedule-every";
import { createBudgetWatch, deleteOldBudgetData } from "@/lib/server/budgets/enforce-budgets";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { deleteExpired } from "@/lib/server/db/delete-expired";
import { electLeader, indexLock } from "@/lib/server/db/leader-election";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { Recorder } from "@/lib/server/live/recorder";
import { SearchIndexer } from "@/lib/server/search/search-indexer";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { Indexer } from "./indexer";
import { replayRuns } from "./replay-runs";
import { createGitHubWatch } from "./watch-github";
import { createPullWatch } from "./watch-pulls";

const deleteExpiredMs = 10 * 60_000;

/** Keeps the agent index up to date while this process runs. Called once per process. */
export async function startIndex(): Promise<void> {
  if (!isFirstStart("index")) return;
  const [store, service, log] = [await dashboardStore(), dashboardService(), dashboardLog()];
  const source = indexSource(dashboardSettings());
  const hasAdminApi = dashboardSettings().serviceUrl === undefined;
  void electLeader({
    store,
    log,
    lock: indexLock,
    signal: shutdownSignal(),
    clock: service.clock,
    work: async (signal, listen) => {
      const indexer = new Indexer({ store, service, source, log, hasAdminApi, signal });
      listen((notice) => indexer.receive(notice));
      const hub = dashboardHub();
      const recorder = new Recorder({ store: dashboardStore, clock: service.clock, log });
      const readPulls = createPullWatch({ store, service, source, log });
      scheduleEvery(
        { clock: service.clock, log },
        { everyMs: 2_000, failure: "couldn't read pull request states", signal },
        readPulls,
      );
      if (hasAdminApi) {
        scheduleEvery(
          { clock: service.clock, log },
          { everyMs: 2_000, failure: "couldn't read changes on GitHub", signal },
          createGitHubWatch({ store, service, source }),
        );
      }
      scheduleEvery(
        { clock: service.clock, log },
        { everyMs: 2_000, failure: "couldn't enforce the budgets", signal },
        createBudgetWatch({ store, service, source, log }),
      );
      scheduleEvery(
        { clock: service.clock, log },
        { everyMs: deleteExpiredMs, failure: "couldn't delete expired data", signal },
        async () => {
          await deleteExpired(store, dashboardSettings().retentionDays, service.clock.now());
          await deleteOldBudgetData(store, service.clock.now());
        },
      );
      await Promise.all([
        indexer.run(),
        replayRuns({ store, service, source, recorder, hub, log, signal }),
        new SearchIndexer({ store, service, source, log }).run(signal),
      ]);
    },
  });
}
