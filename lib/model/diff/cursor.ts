import { type DiffPosition, fileLine, type Side } from "./diff-position";
import type { Hunk } from "./patch";

/** A file for cursor movement. A folded file is only its header. */
export interface WalkedFile {
  path: string;
  hunks: readonly Hunk[];
  folded: boolean;
}

interface Row {
  side: Side;
  line: number;
  /** Whether it starts a run of changed lines. */
  startsChange: boolean;
}

const head: Row = { side: "right", line: fileLine, startsChange: false };
const rowCache = new WeakMap<readonly Hunk[], Row[]>();

function rowsOf({ hunks, folded }: WalkedFile): Row[] {
  if (folded) return [head];
  let rows = rowCache.get(hunks);
  if (!rows) {
    rows = [head];
    for (const { lines } of hunks) {
      let changed = false;
      for (const { kind, before, after } of lines) {
        const side = kind === "removed" ? "left" : "right";
        rows.push({ side, line: (side === "left" ? before : after) ?? 1, startsChange: kind !== "same" && !changed });
        changed = kind !== "same";
      }
    }
    rowCache.set(hunks, rows);
  }
  return rows;
}

export type Stride = "row" | "change" | "file";

/** The next position of the cursor, or its current one at the end of the diff. */
export function moveCursor(
  files: readonly WalkedFile[],
  cursor: DiffPosition | undefined,
  stride: Stride,
  step: 1 | -1,
): DiffPosition | undefined {
  const first = files[0];
  if (!first) return undefined;
  const at = files.findIndex(({ path }) => path === cursor?.path);
  if (!cursor || at < 0) return { path: first.path, side: "right", line: fileLine };
  if (stride === "file") {
    // Moving back from a line goes to the header of that file first.
    const next = step < 0 && cursor.line !== fileLine ? files[at] : files[at + step];
    return next ? { path: next.path, side: "right", line: fileLine } : cursor;
  }
  let file = at;
  let rows = rowsOf(files[file] ?? first);
  let row = rows.findIndex(({ side, line }) => side === cursor.side && line === cursor.line);
  if (row < 0) row = 0;
  for (;;) {
    row += step;
    if (row < 0 || row >= rows.length) {
      file += step;
      const next = files[file];
      if (!next) return cursor;
      rows = rowsOf(next);
      row = step > 0 ? 0 : rows.length - 1;
    }
    const reached = rows[row];
    const path = files[file]?.path;
    if (!reached || path === undefined) return cursor;
    if (stride === "row" || reached.startsChange) return { path, side: reached.side, line: reached.line };
  }
}

/** The next or previous of the given positions in diff order, relative to the cursor. */
export function nextPosition(
  files: readonly WalkedFile[],
  cursor: DiffPosition | undefined,
  positions: readonly DiffPosition[],
  step: 1 | -1,
): DiffPosition | undefined {
  const fileAt = new Map(files.map(({ path }, index) => [path, index]));
  const order = ({ path, side, line }: DiffPosition): [number, number] => {
    const index = fileAt.get(path) ?? -1;
    const walked = files[index];
    const row = walked
      ? rowsOf({ ...walked, folded: false }).findIndex((each) => each.side === side && each.line === line)
      : -1;
    return [index, row];
  };
  const compare = (a: [number, number], b: [number, number]) => a[0] - b[0] || a[1] - b[1];
  const current: [number, number] = cursor ? order(cursor) : [-1, -1];
  const sorted = positions.map((position) => ({ position, at: order(position) })).sort((a, b) => compare(a.at, b.at));
  const found =
    step > 0
      ? sorted.find(({ at }) => compare(at, current) > 0)
      : sorted.findLast(({ at }) => compare(at, current) < 0);
  return found?.position;
}
