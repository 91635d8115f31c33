import type { QueueChanges, QueueRows } from "./queue-changes";
import { type QueueHealth, unwatched } from "./queue-health";
import type { QueueRow } from "./queue-row";

/** What the live channel sends of the queue. `nowMs` is the dashboard's clock when it was sent. */
export type QueueFrame =
  | { event: "list"; data: { rows: readonly QueueRow[]; nowMs: number } }
  | { event: "change"; data: QueueChanges }
  | { event: "health"; data: { health: QueueHealth; nowMs: number } };

/** The queue as one browser knows it. */
export interface QueueState {
  rows: QueueRows;
  /** False until the first list has come. */
  listed: boolean;
  health: QueueHealth;
  /** What to add to this browser's clock to have the dashboard's. */
  offsetMs: number;
  /** True once `offsetMs` was measured. */
  timed: boolean;
}

export const emptyQueue: QueueState = { rows: new Map(), listed: false, health: unwatched, offsetMs: 0, timed: false };

/** Frames travel, and may be given out again much later: the one that came quickest tells the most of the clocks. */
function clocks({ offsetMs, timed }: QueueState, nowMs: number, now: number) {
  return { offsetMs: timed ? Math.max(offsetMs, nowMs - now) : nowMs - now, timed: true };
}

/**
 * The state after frames that came at `now`, in their order. A list replaces everything that was known; changes before the
 * first list are dropped. The rows are copied once, however many frames there are.
 */
export function withFrames(state: QueueState, frames: readonly QueueFrame[], now: number): QueueState {
  let next = state;
  let rows: Map<string, QueueRow> | undefined;
  for (const frame of frames) {
    if (frame.event === "change") {
      if (!next.listed) continue;
      rows ??= new Map(next.rows);
      for (const row of frame.data.put) rows.set(row.id, row);
      for (const id of frame.data.gone) rows.delete(id);
      continue;
    }
    next = { ...next, ...clocks(next, frame.data.nowMs, now) };
    if (frame.event === "health") next = { ...next, health: frame.data.health };
    else {
      rows = new Map(frame.data.rows.map((row) => [row.id, row]));
      next = { ...next, listed: true };
    }
  }
  return rows ? { ...next, rows } : next;
}
