import type { ConversationItem } from "./conversation-items";

/** The last row a user has seen: its run and its position in the run. */
export interface SeenRow {
  runId: string;
  index: number;
}

/** Row keys are `r` and the position. */
export const rowIndex = (key: string): number => Number(key.slice(1));

const isUnread = (runs: ReadonlyMap<string, number>, seen: SeenRow, runId: string, index: number): boolean => {
  const at = runs.get(runId) ?? 0;
  const seenAt = runs.get(seen.runId) ?? Number.POSITIVE_INFINITY;
  return at > seenAt || (at === seenAt && index > seen.index);
};

/** Inserts a divider before the first item that is newer than the last seen row, unless everything or nothing is new. */
export function withUnreadDivider(
  items: readonly ConversationItem[],
  runIds: readonly string[],
  seen: SeenRow | undefined,
): readonly ConversationItem[] {
  if (!seen || !runIds.includes(seen.runId)) return items;
  const runs = new Map(runIds.map((id, index) => [id, index]));
  let runId = "";
  const at = items.findIndex((item) => {
    if (item.kind === "start") {
      runId = item.run.id;
      return isUnread(runs, seen, runId, -1);
    }
    if (item.kind === "row") return isUnread(runs, seen, item.run, rowIndex(item.row.key));
    return item.kind === "work" && isUnread(runs, seen, runId, rowIndex(item.work.first));
  });
  if (at <= 0) return items;
  return [...items.slice(0, at), { kind: "unread", key: "unread" }, ...items.slice(at)];
}
