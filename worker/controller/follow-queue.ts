import { applyEvent, type QueueView, readQueueEvent, viewOf } from "@/lib/contract/pools/queue-view";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { type PoolApi, PoolApiError, type QueueFilter } from "./pool-api";

/** A list is made anew about this often: cursors live five minutes, and a dropped event is never sent again. */
const relistMs = 5 * 60_000;
/** Part of that time by which each period is shortened at random, so that controllers do not list all at once. */
const jitter = 0.2;
const firstPauseMs = 250;
const longestPauseMs = 10_000;

export interface FollowOptions {
  api: Pick<PoolApi, "list" | "watch">;
  filter: QueueFilter;
  /** Called with the queue as it is known, after each list and each event. */
  changed(view: QueueView): void;
  signal: AbortSignal;
  clock: Clock;
  random(): number;
  log: Log;
}

const hopeless: ReadonlySet<number> = new Set([400, 401, 403]);

/**
 * Follows the queue for ever (specification, section 6, the controller's loop): list to completion, watch from the list's
 * cursor, reconnect behind the last event, list again when the cursor has expired and about every five minutes. Nothing
 * of it outlives the process. Resolves when `signal` aborts; throws when the service refuses the key or the filter.
 */
export async function followQueue(options: FollowOptions): Promise<void> {
  const { api, filter, changed, signal, clock, random, log } = options;
  let pauseMs = firstPauseMs;
  const rest = async (error: unknown, what: string) => {
    if (error instanceof PoolApiError && hopeless.has(error.status)) throw error;
    log.warn({ err: error }, what);
    await sleep(clock, pauseMs * (0.5 + random() / 2), signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  };

  while (!signal.aborted) {
    const listed = await api.list(filter).catch((error) => rest(error, "the queue could not be listed"));
    if (!listed) continue;
    let view = viewOf(listed.requests);
    changed(view);

    const relist = new AbortController();
    const stopTimer = clock.after(relistMs * (1 - jitter * random()), () => relist.abort());
    const round = AbortSignal.any([signal, relist.signal]);
    let from: { cursor: string } | { lastEventId: string } = { cursor: listed.streamCursor };
    while (!round.aborted) {
      try {
        for await (const { id, event, data } of await api.watch(filter, from, round)) {
          pauseMs = firstPauseMs;
          const known = readQueueEvent(event, data);
          if (known) {
            view = applyEvent(view, known);
            changed(view);
          }
          if (id) from = { lastEventId: id };
        }
        if (!round.aborted) await sleep(clock, firstPauseMs * random(), round);
      } catch (error) {
        if (round.aborted) break;
        if (error instanceof PoolApiError && error.status === 410) break;
        await rest(error, "the watch broke off");
      }
    }
    stopTimer();
  }
}
