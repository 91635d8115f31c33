import { scheduleEvery } from "@/lib/core/schedule-every";
import { archiveIdleAgents } from "./agents/archive-idle-agents";
import { deleteOldWorkspaces } from "./agents/delete-old-workspaces";
import { deleteOldArtifacts } from "./artifacts/delete-old-artifacts";
import { sweepPoints } from "./core/http/points";
import { deleteOldDeliveries } from "./github-apps/delete-old-deliveries";
import { reportRunChecks } from "./github-apps/report-run-checks";
import { expireCheckRuns } from "./hosting/checks/expire-check-runs";
import { settleRefUpdates } from "./hosting/git-data/settle-ref-updates";
import { followPendingRefUpdates } from "./hosting/pulls/follow-ref-updates";
import { createMaintenance } from "./hosting/repositories/maintain-repositories";
import { sweepWebhooks } from "./hosting/webhooks/sweep-webhooks";
import { cancelRunsOfInactiveUsers } from "./runs/cancel-runs-of-inactive-users";
import { sweepEvents } from "./runs/sweep-events";
import type { Service } from "./service";
import { deleteStaleWorkers } from "./workers/delete-stale-workers";
import { sweepQueue } from "./workers/sweep-queue";

const seconds = 1_000;
const minutes = 60 * seconds;

/** Starts the periodic jobs of a service. Returns a function that stops them. */
export function startBackgroundJobs(service: Service): () => void {
  const every = (everyMs: number, failure: string, task: () => Promise<unknown>) =>
    scheduleEvery(service, { everyMs, failure }, task);
  const stops = [
    every(5 * seconds, "couldn't start missed runs", () => service.dispatcher.startMissed()),
    every(2 * seconds, "couldn't cancel runs of inactive users", () => cancelRunsOfInactiveUsers(service)),
    every(10 * minutes, "couldn't delete expired events", () => sweepEvents(service)),
    every(10 * minutes, "couldn't maintain repositories", createMaintenance(service)),
    every(10 * minutes, "couldn't settle reference updates", () => settleRefUpdates(service, { alone: false })),
    every(10 * minutes, "couldn't update pull requests after reference updates", () =>
      followPendingRefUpdates(service),
    ),
    every(10 * minutes, "couldn't delete old webhooks", () => sweepWebhooks(service)),
    every(10 * minutes, "couldn't delete old GitHub deliveries", () => deleteOldDeliveries(service)),
    every(10 * minutes, "couldn't delete expired points", () => sweepPoints(service)),
    every(10 * minutes, "couldn't archive idle agents", () => archiveIdleAgents(service)),
    every(10 * minutes, "couldn't delete old workspaces", () => deleteOldWorkspaces(service)),
    every(10 * minutes, "couldn't delete old artifacts", () => deleteOldArtifacts(service)),
    every(10 * minutes, "couldn't delete stale workers", () => deleteStaleWorkers(service)),
    every(1 * minutes, "couldn't expire check runs", () => expireCheckRuns(service)),
    every(2 * seconds, "couldn't report runs on GitHub", () => reportRunChecks(service)),
    every(1 * seconds, "couldn't schedule mirror syncs", () => service.mirrors.tick()),
    every(1 * seconds, "couldn't sweep the queue", () => sweepQueue(service)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
