"use client";

import { useEffect } from "react";
import type { AgentStatus, StatusKind } from "@/lib/model/status/agent-status";

/** Colors that are readable on light and dark tab bars. */
const colors: Readonly<Partial<Record<StatusKind, string>>> = {
  starting: "#3b82f6",
  running: "#3b82f6",
  queued: "#a1a1aa",
  input: "#f59e0b",
  failed: "#ef4444",
  expired: "#f59e0b",
  canceled: "#f59e0b",
  plan: "#f59e0b",
  checks: "#ef4444",
  changes: "#f59e0b",
  conflict: "#f59e0b",
  ready: "#22c55e",
  review: "#a855f7",
  finished: "#22c55e",
  merged: "#22c55e",
};

const iconOf = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f56cf"/><path d="M7 23 23 9M23 9v8M23 9h-8M7 26h18" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/><circle cx="23" cy="23" r="9" fill="${color}" stroke="#fff" stroke-width="2"/></svg>`,
  )}`;

/** Shows the status as a dot on the icon of the tab, while mounted. */
export function useStatusIcon(status: AgentStatus | undefined): void {
  const color = status && colors[status.kind];
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || color === undefined) return;
    const before = link.href;
    link.href = iconOf(color);
    return () => {
      link.href = before;
    };
  }, [color]);
}
