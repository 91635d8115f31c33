"use client";

import { useMemo } from "react";
import { useUrlState } from "@/components/ui/use-url-state";
import { matchesWords } from "@/lib/model/matches-words";
import type { QueueRow } from "@/lib/model/queue/queue-row";

export const states = ["all", "unclaimed", "away"] as const;
export type ShownState = (typeof states)[number];

export interface QueueFilter {
  pool: string;
  state: ShownState;
  text: string;
}

export const noFilter: QueueFilter = { pool: "", state: "all", text: "" };

/** The filter of the queue, kept in the URL. */
export function useQueueFilter() {
  const url = useUrlState();
  const [pool, text] = [url.get("pool"), url.get("q")];
  const state = states.find((each) => each === url.get("state")) ?? "all";
  const filter = useMemo<QueueFilter>(() => ({ pool, state, text }), [pool, state, text]);
  const change = (next: QueueFilter) =>
    url.set({ pool: next.pool, state: next.state === "all" ? "" : next.state, q: next.text });
  return { filter, change };
}

/** The matching rows, longest waiting first. A row matches when its visible text contains every word. */
export function filterQueue(
  rows: Iterable<QueueRow>,
  { pool, state, text: query }: QueueFilter,
  names: ReadonlyMap<string, string> = new Map(),
): QueueRow[] {
  const matches = (row: QueueRow) => {
    if (pool && row.pool !== pool) return false;
    if (state !== "all" && (state === "away") !== (row.claimedWorkerId !== undefined)) return false;
    const labels = row.labels.map(({ key, value }) => `${key}=${value}`);
    const text = [names.get(row.id), row.id, row.owner, row.repository, row.pool, row.claimedWorkerId, ...labels].join(
      " ",
    );
    return matchesWords(text, query);
  };
  return [...rows].filter(matches).sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
}
