import { z } from "zod";
import { type PendingRequest, queueEvents } from "../../contract/pools/pending-request";

/** Pending requests by id, as known to a watcher. */
export type QueueView = ReadonlyMap<string, PendingRequest>;

const QueueEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("created"), data: queueEvents.created }),
  z.object({ event: z.literal("claimed_offline"), data: queueEvents.claimed_offline }),
  z.object({ event: z.literal("claimed"), data: queueEvents.claimed }),
  z.object({ event: z.literal("expired"), data: queueEvents.expired }),
]);
export type QueueEvent = z.infer<typeof QueueEvent>;

/** Parses a watch event; `undefined` for heartbeats and unknown kinds. */
export function readQueueEvent(event: string, data: string): QueueEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  const parsed = QueueEvent.safeParse({ event, data: value });
  return parsed.success ? parsed.data : undefined;
}

/** The view from a complete list, which replaces everything known before. */
export function createQueueView(requests: readonly PendingRequest[]): QueueView {
  return new Map(requests.map((request) => [request.id, request]));
}

/** The view after an event (specification, section 6). Idempotent. */
export function applyEvent(view: QueueView, { event, data }: QueueEvent): QueueView {
  const next = new Map(view);
  if (event === "created" || event === "claimed_offline") next.set(data.id, data);
  else next.delete(data.id);
  return next;
}
