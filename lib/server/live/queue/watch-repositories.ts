import { callPath } from "@/lib/contract/client-path";
import { listPools } from "@/lib/contract/pools/list-pools";
import type { Pool } from "@/lib/contract/pools/pool";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import type { QueueCache } from "@/lib/model/queue/queue-cache";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { listQueue } from "./watch-queue";

const roundMs = 10_000;
/** Each repository requires a separate call, so rounds take longer with many. */
const perRepositoryMs = 2_000;
const maxRepositories = 50;

export interface WatchRepositoriesOptions {
  service: Service;
  queue: QueueCache;
  log: Log;
  signal: AbortSignal;
  changed(): void;
  /** Receives the pools of each round. */
  onPools(pools: readonly Pool[]): Promise<void>;
}

/**
 * Requests of pools bound to a repository are only in that repository's list. These lists are polled, because only four
 * watches can be open. If pools can't be listed, nothing is polled.
 */
export async function watchRepositories(options: WatchRepositoriesOptions): Promise<void> {
  const { service, queue, log, signal } = options;
  let loggedReason = "";
  while (!signal.aborted) {
    let repositories: string[] = [];
    try {
      const path = callPath(listPools, {}, { scope: "all" });
      const { pools } = await callWith(service, listPools, { path, signal });
      repositories = [...new Set(pools.flatMap(({ repoUrl }) => (repoUrl ? [repoUrl] : [])))].slice(0, maxRepositories);
      queue.retainRepositories(repositories);
      for (const repository of repositories) {
        const { requests } = await listQueue(service, signal, repository);
        queue.list(requests, service.clock.now(), repository);
      }
      options.changed();
      await options.onPools(pools);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : "";
      if (reason !== loggedReason) log.info({ err: error }, "pools and repository queues read failed");
      loggedReason = reason;
    }
    await sleep(service.clock, Math.max(roundMs, repositories.length * perRepositoryMs), signal);
  }
}
