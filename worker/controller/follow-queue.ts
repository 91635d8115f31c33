import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { applyEvent, createQueueView, type QueueView, readQueueEvent } from "@/lib/model/queue/queue-view";
import { type PoolApi, PoolApiError, type QueueFilter } from "./pool-api";

/** Approximate interval between lists: cursors are valid for five minutes, and missed events are never resent. */
const relistMs = 5 * 60_000;
/** Maximum random fraction that shortens each interval, so that controllers don't all list at once. */
const jitter = 0.2;
const initialBackoffMs = 250;
const maxBackoffMs = 10_000;

export interface FollowOptions {
  api: Pick<PoolApi, "list" | "watch">;
  filter: QueueFilter;
  /** Called with the current queue after each list and each event. */
  onChange(view: QueueView): void;
  signal: AbortSignal;
  clock: Clock;
  random(): number;
  log: Log;
}

const fatalStatuses: ReadonlySet<number> = new Set([400, 401, 403]);

/**
 * Follows the queue until `signal` aborts (specification, section 6, the controller's loop): lists all pages, watches from
 * the list's cursor, reconnects after the last event, and lists again when the cursor expires and about every five minutes.
 * No state is kept across restarts. Throws when the service rejects the key or the filter.
 */
export async function followQueue(options: FollowOptions): Promise<void> {
  const { api, filter, onChange, signal, clock, random, log } = options;
  let backoffMs = initialBackoffMs;
  const backOff = async (error: unknown, message: string) => {
    if (error instanceof PoolApiError && fatalStatuses.has(error.status)) throw error;
    log.warn({ err: error }, message);
    await sleep(clock, backoffMs * (0.5 + random() / 2), signal);
    backoffMs = Math.min(maxBackoffMs, backoffMs * 2);
  };

  while (!signal.aborted) {
    const listed = await api.list(filter).catch((error) => backOff(error, "couldn't list the queue"));
    if (!listed) continue;
    let view = createQueueView(listed.requests);
    onChange(view);

    const relist = new AbortController();
    const stopTimer = clock.after(relistMs * (1 - jitter * random()), () => relist.abort());
    const round = AbortSignal.any([signal, relist.signal]);
    let from: { cursor: string } | { lastEventId: string } = { cursor: listed.streamCursor };
    while (!round.aborted) {
      try {
        for await (const { id, event, data } of await api.watch(filter, from, round)) {
          backoffMs = initialBackoffMs;
          const known = readQueueEvent(event, data);
          if (known) {
            view = applyEvent(view, known);
            onChange(view);
          }
          if (id) from = { lastEventId: id };
        }
        if (!round.aborted) await sleep(clock, initialBackoffMs * random(), round);
      } catch (error) {
        if (round.aborted) break;
        if (error instanceof PoolApiError && error.status === 410) break;
        await backOff(error, "queue watch failed");
      }
    }
    stopTimer();
  }
}
