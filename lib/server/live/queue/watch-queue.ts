import { callPath } from "@/lib/contract/client-path";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { sleep } from "@/lib/core/sleep";
import type { QueueCache } from "@/lib/model/queue/queue-cache";
import type { QueueHealth } from "@/lib/model/queue/queue-health";
import { readQueueEvent } from "@/lib/model/queue/queue-view";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { readEvents } from "../read-events";
import { Watchdog } from "../watchdog";
import { openQueueWatch, type WatchFrom } from "./open-queue-watch";

/** Cursors expire after five minutes, and dropped events are never resent, so the list is read again by then. */
const relistMs = 5 * 60_000;
/** How often the list is read if the watch is rejected. */
const pollMs = 5_000;
/** How long to wait before requesting a rejected watch again. */
const retryWatchMs = 60_000;
const firstPauseMs = 500;
const maxPauseMs = 15_000;
/** Retry delay for a key or service without a queue. */
const deniedPauseMs = 40_000;
const jitter = 0.2;

export interface WatchQueueOptions {
  service: Service;
  queue: QueueCache;
  signal: AbortSignal;
  random(): number;
  /** Called after each list and each event, with the health of the watch. */
  changed(health: Omit<QueueHealth, "aliveAtMs">): void;
}

/** Pages through the list to its end. Throws {@link UpstreamError}. */
export async function listQueue(service: Service, signal: AbortSignal, repository?: string) {
  const requests: PendingRequest[] = [];
  let pageToken: string | undefined;
  for (;;) {
    const query = { limit: "100", pageToken, repository };
    const page = await callWith(service, listPendingRequests, {
      path: callPath(listPendingRequests, {}, query),
      signal,
    });
    requests.push(...page.requests);
    if (page.nextPageToken === undefined) return { requests, streamCursor: page.streamCursor };
    pageToken = page.nextPageToken;
  }
}

/**
 * Follows the queue until `signal` is aborted: list, watch from the list's cursor, continue after the last event after a
 * disconnect, list again when the cursor has expired and every five minutes. If the service rejects the watch, the list is
 * read every five seconds. The list is authoritative; events are best effort.
 */
export async function watchQueue(options: WatchQueueOptions): Promise<void> {
  const { service, queue, signal, random } = options;
  const { clock } = service;
  let health: Omit<QueueHealth, "aliveAtMs"> = { mode: "connecting", relists: 0 };
  let failures = 0;
  let watchFromMs = 0;
  const report = (next: Partial<QueueHealth>) => {
    const { message: _, ...rest } = health;
    health = { ...rest, ...next };
    options.changed(health);
  };
  const rest = async (message: string, retryAfterMs = 0) => {
    failures += 1;
    report({ mode: "failing", message });
    const backoff = Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs);
    await sleep(clock, Math.max(backoff, retryAfterMs) * (1 + jitter * random()), signal);
  };

  /** Watches until it is time to list again. */
  const follow = async (cursor: string) => {
    const listAgainAt = clock.now() + relistMs * (1 - jitter * random());
    let from: WatchFrom = { cursor };
    while (!signal.aborted && clock.now() < listAgainAt) {
      const watchdog = new Watchdog(clock, signal);
      const cancelEnd = clock.after(listAgainAt - clock.now(), () => watchdog.stop());
      try {
        const opened = await openQueueWatch(service, from, watchdog.signal);
        if ("body" in opened) {
          report({ mode: "watching" });
          for await (const events of readEvents(opened.body, () => watchdog.feed())) {
            failures = 0;
            for (const { id, event, data } of events) {
              const known = readQueueEvent(event, data);
              if (known) queue.apply(known, clock.now());
              if (id) from = { lastEventId: id };
              report({ mode: "watching", cursorAtMs: clock.now(), ...(known ? { eventAtMs: clock.now() } : {}) });
            }
          }
        } else if (opened.failure === "expired") return;
        else if (opened.failure === "denied") {
          watchFromMs = clock.now() + Math.max(retryWatchMs, opened.retryAfterMs ?? 0);
          report({ mode: "polling", message: opened.message });
          return;
        } else {
          await rest(opened.message, opened.retryAfterMs);
          continue;
        }
      } catch {
        if (signal.aborted || clock.now() >= listAgainAt) return;
        await rest(
          watchdog.timedOut ? "No data from the service for 45 seconds." : "The connection to the queue was lost.",
        );
        continue;
      } finally {
        cancelEnd();
        watchdog.stop();
      }
      await sleep(clock, firstPauseMs * random(), signal);
    }
  };

  for (let lists = 0; !signal.aborted; ) {
    try {
      const { requests, streamCursor } = await listQueue(service, signal);
      queue.list(requests, clock.now());
      failures = 0;
      const polling = clock.now() < watchFromMs;
      const listed = { listedAtMs: clock.now(), cursorAtMs: clock.now(), relists: lists };
      if (polling) report({ ...listed, mode: "polling", ...(health.message ? { message: health.message } : {}) });
      else report({ ...listed, mode: health.mode === "watching" ? "watching" : "connecting" });
      lists += 1;
      if (!polling) await follow(streamCursor);
    } catch (error) {
      if (signal.aborted) return;
      const isDenied = error instanceof UpstreamError && error.status < 500 && error.status !== 429;
      const message = error instanceof Error ? error.message : "Couldn't list the queue.";
      await rest(message, isDenied ? deniedPauseMs : error instanceof UpstreamError ? error.retryAfterMs : 0);
      continue;
    }
    if (clock.now() < watchFromMs) await sleep(clock, pollMs, signal);
  }
}
