"use client";

import { useSyncExternalStore } from "react";

const tickMs = 5_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Nobody looked at the time for a while; who subscribes reads it again.
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

/** A stretch of time in its largest unit: `4 min`. */
export function shortAge(ms: number): string {
  const unit = units.find(([size]) => ms >= size);
  return unit ? `${Math.floor(ms / unit[0])} ${unit[1]}` : ms < 10_000 ? "just now" : `${Math.floor(ms / 1_000)} s`;
}

interface RelativeTimeProps {
  iso: string;
  /** Without “ago”, for a column that says it. */
  bare?: boolean;
  className?: string;
}

/** How long ago something was, ticking; the exact UTC time on hover. */
export function RelativeTime({ iso, bare = false, className }: RelativeTimeProps) {
  const current = useSyncExternalStore<number | undefined>(
    subscribe,
    () => now,
    () => undefined,
  );
  const age = shortAge(Math.max(0, (current ?? Date.now()) - Date.parse(iso)));
  return (
    // React leaves a text as the server drew it until it changes, an hour or a day later: so it is another element then.
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
