"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { QueueRow } from "@/lib/model/queue/queue-row";

export const states = ["all", "unclaimed", "away"] as const;
export type ShownState = (typeof states)[number];

export interface QueueFilter {
  pool: string;
  state: ShownState;
  text: string;
}

export const everything: QueueFilter = { pool: "", state: "all", text: "" };

/** Puts the filter into the address, so that it survives a reload and can be shared. */
function writeAddress({ pool, state, text }: QueueFilter): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries({ pool, state: state === "all" ? "" : state, q: text })) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  window.history.replaceState(null, "", url);
}

export function useQueueFilter() {
  const address = useSearchParams();
  const [filter, setFilter] = useState<QueueFilter>(() => ({
    pool: address.get("pool") ?? "",
    state: states.find((state) => state === address.get("state")) ?? "all",
    text: address.get("q") ?? "",
  }));
  const change = (next: QueueFilter) => {
    setFilter(next);
    writeAddress(next);
  };
  return { filter, change };
}

/** The rows that fit, the longest waiting first. Every word has to be in what the row shows. */
export function filtered(rows: Iterable<QueueRow>, { pool, state, text }: QueueFilter): QueueRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (row: QueueRow) => {
    if (pool && row.pool !== pool) return false;
    if (state !== "all" && (state === "away") !== (row.claimedWorkerId !== undefined)) return false;
    if (words.length === 0) return true;
    const labels = row.labels.map(({ key, value }) => `${key}=${value}`);
    const shown = [row.id, row.owner, row.repository, row.pool, row.claimedWorkerId, ...labels].join(" ").toLowerCase();
    return words.every((word) => shown.includes(word));
  };
  return [...rows].filter(fits).sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
}
