"use client";

import { CircleAlert, Radio, RefreshCw } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { shortAge } from "@/components/ui/relative-time";
import { useNow } from "@/components/ui/use-now";
import type { LiveLabel } from "@/lib/client/live/live-labels";
import { counted } from "@/lib/model/plural";
import type { QueueHealth } from "@/lib/model/queue/queue-health";

interface WatchHealthProps {
  health: QueueHealth;
  connection: LiveLabel;
  offsetMs: number;
}

/** The state of live updates: of this browser's connection first, then of the dashboard's watch on the service. */
export default function WatchHealth({ health, connection, offsetMs }: WatchHealthProps) {
  const now = useNow() + offsetMs;
  const age = (at: number) => agoText(now - at);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs tabular-nums">
      <StateBadge health={health} connection={connection} />
      {health.cursorAtMs === undefined ? null : (
        <span title={details(health, age)}>Updated {age(health.cursorAtMs)}</span>
      )}
    </div>
  );
}

/** For support: whether the list is old although the service is connected. */
function details({ eventAtMs, listedAtMs, relists }: QueueHealth, age: (at: number) => string): string {
  return [
    eventAtMs === undefined ? "No changes yet" : `Last change ${age(eventAtMs)}`,
    ...(listedAtMs === undefined ? [] : [`loaded ${age(listedAtMs)}`]),
    ...(relists === 0 ? [] : [counted(relists, "reload")]),
  ].join(", ");
}

const agoText = (ms: number) => (ms < 10_000 ? "just now" : `${shortAge(ms)} ago`);

function StateBadge({ health, connection }: Omit<WatchHealthProps, "offsetMs">) {
  if (connection.tone !== "live") {
    return (
      <Badge tone="warning">
        <RefreshCw aria-hidden />
        {connection.text}
      </Badge>
    );
  }
  switch (health.mode) {
    case "watching":
      return (
        <Badge tone="success">
          <Radio aria-hidden />
          Live
        </Badge>
      );
    case "polling":
      return (
        <Badge tone="warning" title={health.message}>
          <RefreshCw aria-hidden />
          Every 5 s
        </Badge>
      );
    case "failing":
      return (
        <Badge tone="danger" title={health.message}>
          <CircleAlert aria-hidden />
          Out of date
        </Badge>
      );
    case "connecting":
      return (
        <Badge>
          <RefreshCw aria-hidden />
          Connecting
        </Badge>
      );
  }
}
