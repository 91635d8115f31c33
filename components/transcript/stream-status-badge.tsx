"use client";

import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleOff, History, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { LiveLabel, LiveTone } from "@/lib/client/live/live-labels";

const styles: Record<LiveTone, { tone: Tone; icon: LucideIcon }> = {
  live: { tone: "success", icon: CircleDot },
  waiting: { tone: "info", icon: CircleDashed },
  stale: { tone: "warning", icon: CircleAlert },
  ended: { tone: "neutral", icon: CircleCheck },
  recorded: { tone: "neutral", icon: History },
  failed: { tone: "danger", icon: CircleOff },
};

/** Status of the live stream, as opposed to the run's status. */
export function StreamStatusBadge({ label: { tone, text, detail } }: { label: LiveLabel }) {
  const { tone: badge, icon: Icon } = styles[tone];
  return (
    <Badge tone={badge} title={detail}>
      <Icon aria-hidden />
      <span className="sr-only">Stream:</span>
      {text}
    </Badge>
  );
}
