import type { QueueChanges, QueueRows } from "./queue-changes";
import { initialHealth, type QueueHealth } from "./queue-health";
import type { QueueRow } from "./queue-row";

/** The queue's messages on the live channel. `nowMs` is the dashboard's clock when the message was sent. */
export type QueueFrame =
  | { event: "list"; data: { rows: readonly QueueRow[]; nowMs: number } }
  | { event: "change"; data: QueueChanges }
  | { event: "health"; data: { health: QueueHealth; nowMs: number } };

/** The queue in a browser. */
export interface QueueState {
  rows: QueueRows;
  /** False until the first list arrives. */
  listed: boolean;
  health: QueueHealth;
  /** Add it to this browser's clock to get the dashboard's. */
  offsetMs: number;
  /** True once `offsetMs` was measured. */
  hasOffset: boolean;
}

export const emptyQueue: QueueState = {
  rows: new Map(),
  listed: false,
  health: initialHealth,
  offsetMs: 0,
  hasOffset: false,
};

/** Frames arrive late or are replayed, so the largest offset, from the fastest frame, is the most accurate. */
function clockOffset({ offsetMs, hasOffset }: QueueState, nowMs: number, now: number) {
  return { offsetMs: hasOffset ? Math.max(offsetMs, nowMs - now) : nowMs - now, hasOffset: true };
}

/**
 * Applies frames received at `now`, in order. A list replaces all rows; changes before the first list are dropped. The rows are
 * copied once, no matter how many frames there are.
 */
export function applyFrames(state: QueueState, frames: readonly QueueFrame[], now: number): QueueState {
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
    next = { ...next, ...clockOffset(next, frame.data.nowMs, now) };
    if (frame.event === "health") next = { ...next, health: frame.data.health };
    else {
      rows = new Map(frame.data.rows.map((row) => [row.id, row]));
      next = { ...next, listed: true };
    }
  }
  return rows ? { ...next, rows } : next;
}
