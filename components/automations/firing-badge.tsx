"use client";

import { CircleDot, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AutomationFiring } from "@/lib/contract/dashboard/automations/automation";
import { stateBadges } from "./automation-labels";

const runLabels: ReadonlyMap<string, string> = new Map([
  ["FINISHED", "Finished"],
  ["ERROR", "Run failed"],
  ["CANCELLED", "Canceled"],
  ["EXPIRED", "Expired"],
]);

/** The state of a firing, and of its agent's run once it is launched. */
export function FiringBadge({ firing: { state, agent, problem } }: { firing: AutomationFiring }) {
  const { label, tone, icon: Icon } = stateBadges[state];
  const status = agent?.runStatus;
  if (status !== undefined && !isTerminal(status)) {
    return (
      <Badge tone="info">
        <CircleDot aria-hidden />
        Running
      </Badge>
    );
  }
  if (status === "ERROR" || status === "EXPIRED") {
    return (
      <Badge tone="danger">
        <TriangleAlert aria-hidden />
        {runLabels.get(status)}
      </Badge>
    );
  }
  return (
    <Badge tone={tone} title={problem}>
      <Icon aria-hidden />
      {status === undefined ? label : (runLabels.get(status) ?? status)}
    </Badge>
  );
}
