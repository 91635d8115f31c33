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
  words: LiveLabel;
  offsetMs: number;
}

/** Where the rows come from: this browser's connection, then the dashboard's watch of the service. */
export default function WatchHealth({ health, words, offsetMs }: WatchHealthProps) {
  const now = useNow() + offsetMs;
  const since = (at: number | undefined) => (at === undefined ? "never" : agoText(now - at));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs tabular-nums">
      <StateBadge health={health} words={words} />
      <span title="When the watch last brought anything">cursor {since(health.cursorAtMs)}</span>
      <span>last change {since(health.eventAtMs)}</span>
      <span>
        listed {since(health.listedAtMs)}
        {health.relists === 0 ? "" : `, ${counted(health.relists, "re-list")}`}
      </span>
    </div>
  );
}

const agoText = (ms: number) => (ms < 10_000 ? "just now" : `${shortAge(ms)} ago`);

function StateBadge({ health, words }: Omit<WatchHealthProps, "offsetMs">) {
  if (words.tone !== "live") {
    return (
      <Badge tone="warning">
        <RefreshCw aria-hidden />
        {words.words}
      </Badge>
    );
  }
  switch (health.mode) {
    case "watching":
      return (
        <Badge tone="success">
          <Radio aria-hidden />
          live
        </Badge>
      );
    case "polling":
      return (
        <Badge tone="warning" title={health.message}>
          <RefreshCw aria-hidden />
          read every 5 s
        </Badge>
      );
    case "failing":
      return (
        <Badge tone="danger" title={health.message}>
          <CircleAlert aria-hidden />
          not up to date
        </Badge>
      );
    case "connecting":
      return (
        <Badge>
          <RefreshCw aria-hidden />
          connecting
        </Badge>
      );
  }
}
