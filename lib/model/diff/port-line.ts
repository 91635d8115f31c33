import type { Change } from "./changes";

interface PortedLine {
  line: number;
  /** The line was changed or deleted; `line` is the nearest remaining one. */
  outdated: boolean;
}

/** Maps a line (one-based) of the old text to the new text, which has `newLength` lines. */
export function portLine(changes: readonly Change[], newLength: number, line: number): PortedLine {
  const at = line - 1;
  let shift = 0;
  for (const { from, to, start, end } of changes) {
    if (at < from) break;
    if (at < to) {
      const nearest = Math.min(start + (at - from), Math.max(end - 1, start));
      return { line: Math.min(Math.max(nearest + 1, 1), Math.max(newLength, 1)), outdated: true };
    }
    shift = end - to;
  }
  return { line: line + shift, outdated: false };
}

export interface PortedRange {
  startLine: number;
  endLine: number;
  /** At least one of its lines was changed or deleted. */
  outdated: boolean;
}

/** Maps a range of lines to the new text. */
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
    outdated: first.outdated || last.outdated || between,
  };
}
