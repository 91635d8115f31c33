import { callPath } from "@/lib/contract/client-path";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import type { Worker } from "@/lib/contract/pools/worker";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { storeWorkers } from "@/lib/server/db/known-workers";
import { updateOfflineWorkers } from "@/lib/server/db/offline-workers";
import type { Store } from "@/lib/server/db/store";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";

const roundMs = 10_000;
const maxPages = 20;

interface WatchWorkersOptions {
  service: Service;
  store: Store;
  source: string;
  log: Log;
  signal: AbortSignal;
}

/** Stores the connected workers every 10 seconds, because the service doesn't list workers that disconnected. */
export async function watchWorkers({ service, store, source, log, signal }: WatchWorkersOptions): Promise<void> {
  let loggedReason = "";
  while (!signal.aborted) {
    try {
      await storeWorkers(store, source, await connectedWorkers(service, signal), service.clock.now());
      await updateOfflineWorkers(store, source);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : "";
      if (reason !== loggedReason) log.info({ err: error }, "workers read failed");
      loggedReason = reason;
    }
    await sleep(service.clock, roundMs, signal);
  }
}

async function connectedWorkers(service: Service, signal: AbortSignal): Promise<Worker[]> {
  const workers = new Map<string, Worker>();
  let pageToken: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const path = callPath(listWorkers, {}, { limit: "100", pageToken });
    const response = await callWith(service, listWorkers, { path, signal });
    for (const worker of response.workers) workers.set(worker.workerId, worker);
    pageToken = response.nextPageToken;
    if (pageToken === undefined) break;
  }
  return [...workers.values()];
}
