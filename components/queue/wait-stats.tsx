"use client";

import { useNow } from "@/components/ui/use-now";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { clockText, waitStats } from "@/lib/model/queue/wait-stats";

/** The number of waiting agents and their wait times. */
export function WaitStats({ rows, offsetMs }: { rows: readonly QueueRow[]; offsetMs: number }) {
  const now = useNow() + offsetMs;
  const waits = waitStats(rows, now);
  const offline = rows.filter(({ claimedWorkerId }) => claimedWorkerId !== undefined).length;
  const text = (ms: number | undefined) => (ms === undefined ? "–" : clockText(ms));
  const figures = [
    ["Queued", String(rows.length - offline)],
    ["Worker offline", String(offline)],
    ["Oldest wait", text(waits?.oldestMs)],
    ["Median wait", text(waits?.p50Ms)],
    ["95% waited less than", text(waits?.p95Ms)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {figures.map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="text-muted-foreground text-xs">{name}</dt>
          <dd className="font-medium text-sm tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
