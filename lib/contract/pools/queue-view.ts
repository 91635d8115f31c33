import { z } from "zod";
import { type PendingRequest, queueEvents } from "./pending-request";

/** The pending requests as a watcher knows them, by id. */
export type QueueView = ReadonlyMap<string, PendingRequest>;

const QueueEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("created"), data: queueEvents.created }),
  z.object({ event: z.literal("claimed_offline"), data: queueEvents.claimed_offline }),
  z.object({ event: z.literal("claimed"), data: queueEvents.claimed }),
  z.object({ event: z.literal("expired"), data: queueEvents.expired }),
]);
export type QueueEvent = z.infer<typeof QueueEvent>;

/** Reads an event of the watch; `undefined` for heartbeats and for kinds this program does not know. */
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

/** What a complete list says is so, whatever was known before. */
export function viewOf(requests: readonly PendingRequest[]): QueueView {
  return new Map(requests.map((request) => [request.id, request]));
}

/** The view after an event (specification, section 6): applying an event twice is applying it once. */
export function applyEvent(view: QueueView, { event, data }: QueueEvent): QueueView {
  const next = new Map(view);
  if (event === "created" || event === "claimed_offline") next.set(data.id, data);
  else next.delete(data.id);
  return next;
}
