import type { Log } from "@/lib/core/log";
import { QueueCache } from "@/lib/model/queue/queue-cache";
import { electLeader } from "@/lib/server/db/leader-election";
import type { Store } from "@/lib/server/db/store";
import type { Service } from "@/lib/server/upstream/client/service";
import { samplePools } from "./queue-samples";
import { QueueWriter } from "./queue-writer";
import { watchQueue } from "./watch-queue";
import { watchRepositories } from "./watch-repositories";
import { watchWorkers } from "./watch-workers";

/** The advisory lock of the one watcher. */
const queueLock = 7_150_005;

interface LeadQueueOptions {
  store: Store;
  service: Service;
  /** Name of the service whose queue is watched. */
  source: string;
  log: Log;
  signal: AbortSignal;
}

/** Watches the queue while this process is the leader among those sharing the database. The others wait to take over. */
export function leadQueue({ store, service, source, log, signal: end }: LeadQueueOptions): Promise<void> {
  const { clock } = service;
  return electLeader({
    store,
    log,
    lock: queueLock,
    signal: end,
    clock,
    work: async (signal) => {
      const queue = new QueueCache();
      const writer = new QueueWriter({ store, source, queue, clock, log });
      const onPools = samplePools({ store, source, rows: () => queue.all(), now: () => clock.now() });
      await Promise.all([
        watchQueue({ service, queue, signal, random: Math.random, changed: (health) => writer.changed(health) }),
        watchRepositories({ service, queue, log, signal, changed: () => writer.changed(), onPools }),
        watchWorkers({ service, store, source, log, signal }),
      ]);
    },
  });
}
