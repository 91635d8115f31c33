import { scheduleEvery } from "@/lib/core/schedule-every";
import { archiveIdleAgents } from "./agents/archive-idle-agents";
import { expireCheckRuns } from "./hosting/checks/expire-check-runs";
import { settleRefUpdates } from "./hosting/git-data/settle-ref-updates";
import { followPendingRefUpdates } from "./hosting/pulls/follow-ref-updates";
import { createMaintenance } from "./hosting/repositories/maintain-repositories";
import { sweepWebhooks } from "./hosting/webhooks/sweep-webhooks";
import { sweepEvents } from "./runs/sweep-events";
import type { Service } from "./service";
import { forgetWorkers } from "./workers/forget-workers";
import { sweepQueue } from "./workers/sweep-queue";

const seconds = 1_000;
const minutes = 60 * seconds;

/** Starts the periodic work of a service. Returns the function that stops it. */
export function startChores(service: Service): () => void {
  const every = (everyMs: number, failure: string, task: () => Promise<unknown>) =>
    scheduleEvery(service, { everyMs, failure }, task);
  const stops = [
    every(5 * seconds, "overlooked runs were not started", () => service.dispatcher.pickUp()),
    every(10 * minutes, "expired events were not deleted", () => sweepEvents(service)),
    every(10 * minutes, "repositories were not maintained", createMaintenance(service)),
    every(10 * minutes, "reference updates were not settled", () => settleRefUpdates(service, { alone: false })),
    every(10 * minutes, "pull requests did not follow their references", () => followPendingRefUpdates(service)),
    every(10 * minutes, "old webhooks were not deleted", () => sweepWebhooks(service)),
    every(10 * minutes, "idle agents were not archived", () => archiveIdleAgents(service)),
    every(10 * minutes, "workers that left were not deleted", () => forgetWorkers(service)),
    every(1 * minutes, "check runs were not timed out", () => expireCheckRuns(service)),
    every(1 * seconds, "mirrors were not checked", () => service.mirrors.tick()),
    every(1 * seconds, "the queue was not swept", () => sweepQueue(service)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
