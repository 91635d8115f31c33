import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { QueueView } from "@/lib/contract/pools/queue-view";
import type { Clock } from "@/lib/core/clock";
import { sleep } from "@/lib/core/sleep";
import { createRequestHandler, type HandlerOptions, poolOf } from "./handle-request";
import type { PoolApi } from "./pool-api";

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export interface ClaimOptions extends HandlerOptions {
  api: Pick<PoolApi, "claim" | "release" | "sessionToken" | "isConnected">;
  /** Pools to serve; `undefined` means all. */
  pools: readonly string[] | undefined;
  clock: Clock;
}

/** A request that waits again, or whose worker went offline again, is another occasion. */
const occasion = ({ createdAtMs, claimedWorkerId }: PendingRequest) => `${createdAtMs} ${claimedWorkerId ?? ""}`;

/**
 * Claims pending requests and starts a worker for each, wakes workers that have a follow-up waiting, and releases claims
 * whose worker could not be started. Call `look` with the queue whenever it changed: a request is handled once at a time.
 */
export function createClaimer(options: ClaimOptions) {
  const { api, journal, clock } = options;
  const { handle, release } = createRequestHandler(options);
  const inProgress = new Map<string, Promise<void>>();
  /** Requests that were handled, by the occasion. */
  const done = new Map<string, string>();
  const pauses = new Map<string, { ms: number; until: number }>();
  let view: QueueView = new Map();
  let stopped = false;

  async function attempt(request: PendingRequest): Promise<void> {
    const { id } = request;
    if (await handle(request)) {
      done.set(id, occasion(request));
      pauses.delete(id);
      return;
    }
    const ms = Math.min(longestPauseMs, (pauses.get(id)?.ms ?? firstPauseMs / 2) * 2);
    pauses.set(id, { ms, until: clock.now() + ms });
    clock.after(ms, () => look(view));
  }

  function wanted(request: PendingRequest): boolean {
    if (inProgress.has(request.id) || done.get(request.id) === occasion(request)) return false;
    if ((pauses.get(request.id)?.until ?? 0) > clock.now()) return false;
    return options.pools === undefined || options.pools.includes(poolOf(request));
  }

  function look(current: QueueView): void {
    view = current;
    for (const id of done.keys()) if (!view.has(id)) done.delete(id);
    for (const id of pauses.keys()) if (!view.has(id)) pauses.delete(id);
    if (stopped) return;
    for (const request of view.values()) {
      if (!wanted(request)) continue;
      const work = attempt(request).finally(() => {
        inProgress.delete(request.id);
        // It may be back in the queue.
        look(view);
      });
      inProgress.set(request.id, work);
    }
  }

  return {
    look,
    /** Releases what a controller before this one claimed and did not start. */
    async recover(): Promise<void> {
      for (const entry of await journal.left()) {
        if (await api.isConnected(entry.workerId)) await journal.strike(entry);
        else await release(entry);
      }
    },
    /** Starts nothing more; resolves when what is in progress has ended, or after `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      stopped = true;
      await Promise.race([Promise.all(inProgress.values()), sleep(clock, graceMs)]);
    },
  };
}
