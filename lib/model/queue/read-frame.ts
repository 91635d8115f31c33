import { z } from "zod";
import type { QueueFrame } from "./queue-state";

const Row = z.object({
  id: z.string(),
  owner: z.string(),
  repository: z.string().optional(),
  repoUrls: z.array(z.string()).optional(),
  pool: z.string().optional(),
  labels: z.array(z.object({ key: z.string(), value: z.string() })),
  createdAtMs: z.number(),
  claimedWorkerId: z.string().optional(),
  reconnectByMs: z.number().optional(),
});

const Health = z.object({
  mode: z.enum(["connecting", "watching", "polling", "failing"]),
  message: z.string().optional(),
  listedAtMs: z.number().optional(),
  cursorAtMs: z.number().optional(),
  eventAtMs: z.number().optional(),
  relists: z.number(),
  aliveAtMs: z.number(),
});

const Frame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("list"), data: z.object({ rows: z.array(Row), nowMs: z.number() }) }),
  z.object({ event: z.literal("change"), data: z.object({ put: z.array(Row), gone: z.array(z.string()) }) }),
  z.object({ event: z.literal("health"), data: z.object({ health: Health, nowMs: z.number() }) }),
]);

/** Parses a frame of the live channel; `undefined` for unknown kinds. */
export function readQueueFrame(frame: { event: string; data?: unknown }): QueueFrame | undefined {
  return Frame.safeParse(frame).data;
}
