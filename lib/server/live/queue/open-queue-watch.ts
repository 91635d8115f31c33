import { callPath } from "@/lib/contract/client-path";
import { watchPendingRequests } from "@/lib/contract/pools/watch-pending-requests";
import { openEventStream } from "@/lib/server/upstream/client/event-stream";
import type { Service } from "@/lib/server/upstream/client/service";

/** Where a watch continues: at a list's cursor, or after the last received event. */
export type WatchFrom = { cursor: string } | { lastEventId: string };

export type OpenedWatch =
  | { body: ReadableStream<Uint8Array<ArrayBuffer>> }
  /** The list must be read again. */
  | { failure: "expired" }
  /** Whether to retry soon or after a longer delay. */
  | { failure: "broken" | "denied"; message: string; retryAfterMs?: number | undefined };

/** Opens a watch on the queue of every pool. Throws when `signal` is aborted. */
export async function openQueueWatch(service: Service, from: WatchFrom, signal: AbortSignal): Promise<OpenedWatch> {
  const path = callPath(watchPendingRequests, {}, "cursor" in from ? { cursor: from.cursor } : {});
  const lastEventId = "lastEventId" in from ? from.lastEventId : undefined;
  const opened = await openEventStream(service, watchPendingRequests, { path, lastEventId, signal });
  if ("body" in opened) return opened;
  const { status, error } = opened;
  if (status === 410) return { failure: "expired" };
  const isTransient = status === undefined || status === 408 || status === 425 || status >= 500;
  return { failure: isTransient ? "broken" : "denied", message: error.message, retryAfterMs: error.retryAfterMs };
}
