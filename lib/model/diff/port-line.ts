import type { Change } from "./changes";

interface PortedLine {
  line: number;
  /** The line itself is gone or was changed; `line` is the nearest that is left. */
  gone: boolean;
}

/** Where a line (from 1) of the old text stands in the new one. `newLength` is the number of its lines. */
export function portLine(changes: readonly Change[], newLength: number, line: number): PortedLine {
  const at = line - 1;
  let shift = 0;
  for (const { from, to, start, end } of changes) {
    if (at < from) break;
    if (at < to) {
      const nearest = Math.min(start + (at - from), Math.max(end - 1, start));
      return { line: Math.min(Math.max(nearest + 1, 1), Math.max(newLength, 1)), gone: true };
    }
    shift = end - to;
  }
  return { line: line + shift, gone: false };
}

export interface PortedRange {
  startLine: number;
  endLine: number;
  /** At least one of its lines is gone or was changed. */
  gone: boolean;
}

/** Where a range of lines stands in the new text. */
export function portRange(
  changes: readonly Change[],
  newLength: number,
  { startLine, endLine }: { startLine: number; endLine: number },
): PortedRange {
  const first = portLine(changes, newLength, startLine);
  const last = portLine(changes, newLength, endLine);
  const between = changes.some(({ from, to, start, end }) => {
    const insertedInside = from === to && end > start && from >= startLine && from < endLine;
    return insertedInside || (from < endLine && to > startLine - 1 && to > from);
  });
  return {
    startLine: first.line,
    endLine: Math.max(first.line, last.line),
    gone: first.gone || last.gone || between,
  };
}
