import { type QueueRow, sameRow } from "./queue-row";

/** What makes one state of the queue out of another. */
export interface QueueChanges {
  put: readonly QueueRow[];
  gone: readonly string[];
}

export type QueueRows = ReadonlyMap<string, QueueRow>;

export function changesBetween(before: QueueRows, after: QueueRows): QueueChanges {
  const put: QueueRow[] = [];
  for (const [id, row] of after) {
    const known = before.get(id);
    if (known === undefined || (known !== row && !sameRow(known, row))) put.push(row);
  }
  return { put, gone: [...before.keys()].filter((id) => !after.has(id)) };
}

/** Applying changes twice is applying them once. */
export function withChanges(rows: QueueRows, { put, gone }: QueueChanges): QueueRows {
  const next = new Map(rows);
  for (const row of put) next.set(row.id, row);
  for (const id of gone) next.delete(id);
  return next;
}

/** The part of some changes that a viewer of one pool sees; a request that left the pool is gone for it. */
export function changesOfPool({ put, gone }: QueueChanges, pool: string): QueueChanges {
  return {
    put: put.filter((row) => row.pool === pool),
    gone: [...gone, ...put.filter((row) => row.pool !== pool).map(({ id }) => id)],
  };
}
