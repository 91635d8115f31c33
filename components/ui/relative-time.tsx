"use client";

import { useSyncExternalStore } from "react";

const tickMs = 5_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The clock was stopped without subscribers.
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

const units: readonly (readonly [ms: number, letter: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** A duration in its largest unit: `4 min`. */
export function shortAge(ms: number): string {
  const unit = units.find(([size]) => ms >= size);
  return unit ? `${Math.floor(ms / unit[0])} ${unit[1]}` : ms < 10_000 ? "just now" : `${Math.floor(ms / 1_000)} s`;
}

interface RelativeTimeProps {
  iso: string;
  /** Omit “ago”. */
  bare?: boolean;
  className?: string;
}

/** A relative time that updates, with the exact UTC time as a tooltip. */
export function RelativeTime({ iso, bare = false, className }: RelativeTimeProps) {
  const current = useSyncExternalStore<number | undefined>(
    subscribe,
    () => now,
    () => undefined,
  );
  const age = shortAge(Math.max(0, (current ?? Date.now()) - Date.parse(iso)));
  return (
    // React keeps the server-rendered text until it changes, so the key forces a new element after hydration.
    <time
      key={current === undefined ? "server" : "browser"}
      dateTime={iso}
      title={iso.replace("T", " ").replace("Z", " UTC")}
      className={className}
      suppressHydrationWarning
    >
      {bare || age === "just now" ? age : `${age} ago`}
    </time>
  );
}
