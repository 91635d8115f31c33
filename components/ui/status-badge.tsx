import {
  Archive,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Moon,
} from "lucide-react";
import { type StatusFacts, statusKind, statusLabels } from "@/lib/model/status/agent-status";
import { Badge, type Tone } from "./badge";

interface Look {
  word: string;
  tone: Tone;
  icon: LucideIcon;
}

const agentLooks: ReadonlyMap<string, Look> = new Map([
  ["ACTIVE", { word: "Active", tone: "info", icon: CircleDot }],
  ["IDLE", { word: "Idle", tone: "neutral", icon: Moon }],
  ["ARCHIVED", { word: "Archived", tone: "neutral", icon: Archive }],
]);

const runLooks: ReadonlyMap<string, Look> = new Map([
  ["CREATING", { word: statusLabels.queued, tone: "info", icon: Hourglass }],
  ["RUNNING", { word: "Running", tone: "info", icon: CircleDot }],
  ["FINISHED", { word: "Finished", tone: "success", icon: CircleCheck }],
  ["ERROR", { word: "Failed", tone: "danger", icon: CircleX }],
  ["CANCELLED", { word: "Canceled", tone: "warning", icon: CircleSlash }],
  ["EXPIRED", { word: "Expired", tone: "warning", icon: Clock }],
]);

const starting: Look = { word: statusLabels.starting, tone: "info", icon: CircleDashed };

/** Unknown statuses of a newer service are shown as they are. */
const lookOf = (looks: ReadonlyMap<string, Look>, status: string): Look =>
  looks.get(status) ?? { word: status, tone: "neutral", icon: CircleHelp };

interface StatusBadgeProps {
  /** Whether it is the status of an agent or of a run. */
  of: "agent" | "run";
  status: string;
  /** Where the run is executed, if known: new ones are only queued outside the cloud. */
  env?: StatusFacts["env"] | undefined;
}

/** A status with icon, label and color. */
export function StatusBadge({ of, status, env }: StatusBadgeProps) {
  const isStarting = of === "run" && env && statusKind({ status: "", env, run: { status } }) === "starting";
  const { word, tone, icon: Icon } = isStarting ? starting : lookOf(of === "agent" ? agentLooks : runLooks, status);
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">{of === "agent" ? "Agent status:" : "Run status:"}</span>
      {word}
    </Badge>
  );
}
