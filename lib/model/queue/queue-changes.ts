import { type QueueRow, sameRow } from "./queue-row";

/** The difference between two states of the queue. */
export interface QueueChanges {
  put: readonly QueueRow[];
  gone: readonly string[];
}

export type QueueRows = ReadonlyMap<string, QueueRow>;

export function diffQueue(before: QueueRows, after: QueueRows): QueueChanges {
  const put: QueueRow[] = [];
  for (const [id, row] of after) {
    const known = before.get(id);
    if (known === undefined || (known !== row && !sameRow(known, row))) put.push(row);
  }
  return { put, gone: [...before.keys()].filter((id) => !after.has(id)) };
}

/** Applies changes. Idempotent. */
export function applyChanges(rows: QueueRows, { put, gone }: QueueChanges): QueueRows {
  const next = new Map(rows);
  for (const row of put) next.set(row.id, row);
  for (const id of gone) next.delete(id);
  return next;
}

/** The changes visible to a viewer of one pool; a request that left the pool counts as gone. */
export function changesForPool({ put, gone }: QueueChanges, pool: string): QueueChanges {
  return {
    put: put.filter((row) => row.pool === pool),
    gone: [...gone, ...put.filter((row) => row.pool !== pool).map(({ id }) => id)],
  };
}
