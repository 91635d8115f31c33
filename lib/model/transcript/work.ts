import type { Row, Transcript } from "./state";
import { toolDuration, toolFailed } from "./tool-view";

/** Consecutive steps between messages, summarized in one line. */
export interface Work {
  /** Key of the first row. */
  first: string;
  rows: readonly Row[];
  calls: number;
  failed: number;
  /** The sum of the times the agent reports. Absent if it reports none. */
  durationMs: number | undefined;
}

/** Minimum number of steps to collapse. */
const minWorkRows = 4;

const isWork = ({ kind }: Row) => kind === "tool" || kind === "thinking" || kind === "summary";

const measured = new WeakMap<Row, { failed: boolean; durationMs: number | undefined }>();

function measure(row: Row) {
  const known = measured.get(row);
  if (known) return known;
  const failed = row.kind === "tool" && toolFailed(row);
  const durationMs = row.kind === "tool" ? toolDuration(row) : row.kind === "thinking" ? row.durationMs : undefined;
  const found = { failed, durationMs };
  measured.set(row, found);
  return found;
}

export function rowFailed(row: Row): boolean {
  return measure(row).failed;
}

interface StepCounts {
  calls: number;
  failed: number;
}

const countsOfNested = new WeakMap<Transcript, StepCounts>();

/** The calls of a subagent and of its subagents, including dropped ones. */
export function nestedCounts(nested: Transcript): StepCounts {
  const known = countsOfNested.get(nested);
  if (known) return known;
  const counts = { ...nested.dropped };
  for (const row of nested.rows) {
    const { calls, failed } = rowCounts(row);
    counts.calls += calls;
    counts.failed += failed;
  }
  countsOfNested.set(nested, counts);
  return counts;
}

/** Counts a row's call and the calls in it. */
export function rowCounts(row: Row): StepCounts {
  if (row.kind !== "tool") return { calls: 0, failed: 0 };
  const nested = row.nested ? nestedCounts(row.nested) : { calls: 0, failed: 0 };
  return { calls: nested.calls + 1, failed: nested.failed + (rowFailed(row) ? 1 : 0) };
}

/** Whether a row failed, or a step in it. */
export function containsFailure(row: Row): boolean {
  return rowCounts(row).failed > 0;
}

function workOf(rows: readonly Row[]): Work {
  const measures = rows.map(measure);
  const durations = measures.flatMap(({ durationMs }) => (durationMs === undefined ? [] : [durationMs]));
  return {
    first: rows[0]?.key ?? "",
    rows,
    calls: rows.filter(({ kind }) => kind === "tool").length,
    failed: rows.filter(containsFailure).length,
    durationMs: durations.length > 0 ? durations.reduce((sum, each) => sum + each, 0) : undefined,
  };
}

/** Rows in order, with long sequences of steps grouped. */
export function groupWork(rows: readonly Row[]): (Row | Work)[] {
  const result: (Row | Work)[] = [];
  let steps: Row[] = [];
  const end = () => {
    if (steps.length >= minWorkRows) result.push(workOf(steps));
    else result.push(...steps);
    steps = [];
  };
  for (const row of rows) {
    if (isWork(row)) steps.push(row);
    else {
      end();
      result.push(row);
    }
  }
  end();
  return result;
}
