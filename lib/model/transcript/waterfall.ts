import type { ToolRow, Transcript } from "./state";
import { toolDuration, toolFailed, toolView } from "./tool-view";

export interface WaterfallCall {
  row: ToolRow;
  title: string;
  failed: boolean;
  /** Milliseconds since the start of the run, according to times the agent reports. */
  startMs: number;
  /** Absent if the agent reports no time. */
  durationMs: number | undefined;
  slowest: boolean;
}

export interface Waterfall {
  calls: readonly WaterfallCall[];
  totalMs: number;
}

/**
 * The tool calls of a run on a time axis. Events have no times, so a call starts when the previous one ends, based on the
 * reported durations of thinking and calls, or with the call that was running when it started. Thinking shows as gaps.
 */
export function waterfall({ rows }: Pick<Transcript, "rows">): Waterfall {
  let now = 0;
  const calls: WaterfallCall[] = [];
  const starts = new Map<string, number>();
  for (const row of rows) {
    if (row.kind === "thinking") now += row.durationMs ?? 0;
    if (row.kind !== "tool") continue;
    const view = toolView(row);
    const durationMs = toolDuration(row);
    const title = view.title.split("\n")[0] || row.name;
    const startMs = (row.parallelTo === undefined ? undefined : starts.get(row.parallelTo)) ?? now;
    starts.set(row.key, startMs);
    calls.push({ row, title, failed: toolFailed(row, view), startMs, durationMs, slowest: false });
    now = Math.max(now, startMs + (durationMs ?? 0));
  }
  const longest = Math.max(0, ...calls.map(({ durationMs }) => durationMs ?? 0));
  const slowest = longest > 0 ? calls.findIndex(({ durationMs }) => durationMs === longest) : -1;
  return { calls: calls.map((call, index) => ({ ...call, slowest: index === slowest })), totalMs: now };
}
