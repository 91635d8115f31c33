import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { Clock } from "@/lib/core/clock";
import { sleep } from "@/lib/core/sleep";
import type { QueueView } from "@/lib/model/queue/queue-view";
import { createRequestHandler, type HandlerOptions, poolName } from "./handle-request";
import type { PoolApi } from "./pool-api";

const initialBackoffMs = 1_000;
const maxBackoffMs = 60_000;

export interface ClaimOptions extends HandlerOptions {
  api: Pick<PoolApi, "claim" | "release" | "sessionToken" | "isConnected">;
  /** Pools to serve; `undefined` means all. */
  pools: readonly string[] | undefined;
  clock: Clock;
}

/** Changes when a request is queued again or its worker goes offline again, so that it is handled again. */
const handlingKey = ({ createdAtMs, claimedWorkerId }: PendingRequest) => `${createdAtMs} ${claimedWorkerId ?? ""}`;

/**
 * Claims pending requests and starts a worker for each, wakes workers with a waiting follow-up, and releases claims whose
 * worker couldn't be started. Call `update` with the queue whenever it changes; a request is never handled concurrently.
 */
export function createClaimer(options: ClaimOptions) {
  const { api, journal, clock } = options;
  const { handle, release } = createRequestHandler(options);
  const inProgress = new Map<string, Promise<void>>();
  /** Handled requests and their handling keys. */
  const done = new Map<string, string>();
  const backoffs = new Map<string, { ms: number; until: number }>();
  let view: QueueView = new Map();
  let stopped = false;

  async function attempt(request: PendingRequest): Promise<void> {
    const { id } = request;
    if (await handle(request)) {
      done.set(id, handlingKey(request));
      backoffs.delete(id);
      return;
    }
    const ms = Math.min(maxBackoffMs, (backoffs.get(id)?.ms ?? initialBackoffMs / 2) * 2);
    backoffs.set(id, { ms, until: clock.now() + ms });
    clock.after(ms, () => update(view));
  }

  function shouldHandle(request: PendingRequest): boolean {
    if (inProgress.has(request.id) || done.get(request.id) === handlingKey(request)) return false;
    if ((backoffs.get(request.id)?.until ?? 0) > clock.now()) return false;
    return options.pools === undefined || options.pools.includes(poolName(request));
  }

  function update(current: QueueView): void {
    view = current;
    for (const id of done.keys()) if (!view.has(id)) done.delete(id);
    for (const id of backoffs.keys()) if (!view.has(id)) backoffs.delete(id);
    if (stopped) return;
    for (const request of view.values()) {
      if (!shouldHandle(request)) continue;
      const work = attempt(request).finally(() => {
        inProgress.delete(request.id);
        // It may have returned to the queue.
        update(view);
      });
      inProgress.set(request.id, work);
    }
  }

  return {
    update,
    /** Releases claims of a previous controller process whose worker never started. */
    async recover(): Promise<void> {
      for (const entry of await journal.list()) {
        if (await api.isConnected(entry.workerId)) await journal.remove(entry);
        else await release(entry);
      }
    },
    /** Stops handling requests. Resolves once those in progress are done, or after `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      stopped = true;
      await Promise.race([Promise.all(inProgress.values()), sleep(clock, graceMs)]);
    },
  };
}
