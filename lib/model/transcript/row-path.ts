import { rowKey, workKey } from "./conversation-items";
import type { Row } from "./state";
import { groupWork, type Work } from "./work";

/** A row of a run, or the calls that contain a subagent's row, outermost first, and that row. */
export type RowPath = readonly [Row, ...Row[]];

/** The rows that match, in order, including those of subagents. */
export function findRows(rows: readonly Row[], isMatch: (row: Row) => boolean): RowPath[] {
  const found: RowPath[] = [];
  for (const row of rows) {
    if (isMatch(row)) found.push([row]);
    if (row.kind !== "tool" || !row.nested) continue;
    for (const path of findRows(row.nested.rows, isMatch)) found.push([row, ...path]);
  }
  return found;
}

/** A row's place in the conversation. */
export interface RowPlace {
  /** Key of the item that contains the row. */
  item: string;
  /** Key of the row. */
  row: string;
  /** Keys of the calls and of the groups of a subagent's steps that contain the row. */
  around: readonly string[];
}

/** The group of steps that a row is in. */
export function groupAround(rows: readonly Row[], row: Row): Work | undefined {
  return groupWork(rows).find((part): part is Work => !("kind" in part) && part.rows.includes(row));
}

export function placeOf(run: string, [top, ...nested]: RowPath): RowPlace {
  const item = rowKey(run, top);
  const around: string[] = [];
  let key = item;
  let parent = top;
  for (const row of nested) {
    const group = parent.kind === "tool" && parent.nested ? groupAround(parent.nested.rows, row) : undefined;
    around.push(key, ...(group ? [workKey(key, group)] : []));
    key = rowKey(key, row);
    parent = row;
  }
  return { item, row: key, around };
}
