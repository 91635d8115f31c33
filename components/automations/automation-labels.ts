import {
  CircleCheck,
  CircleSlash,
  Clock,
  Hourglass,
  type LucideIcon,
  Play,
  TriangleAlert,
  Webhook,
  Zap,
} from "lucide-react";
import type { AutomationFiring, AutomationTrigger } from "@/lib/contract/dashboard/automations/automation";
import type { AutomationEvent, FiringKind, FiringState } from "@/lib/contract/dashboard/automations/automation-values";

export const eventLabels: Readonly<Record<AutomationEvent, string>> = {
  "pull_request.opened": "Pull request opened",
  "check.failed": "Check failed",
  "label.added": "Label added",
};

export const kindIcons: Readonly<Record<FiringKind, LucideIcon>> = {
  schedule: Clock,
  webhook: Webhook,
  event: Zap,
  manual: Play,
};

export const kindLabels: Readonly<Record<FiringKind, string>> = {
  schedule: "Schedule",
  webhook: "Webhook",
  event: "Event",
  manual: "Run now",
};

type Tone = "neutral" | "success" | "warning" | "danger" | "info";

export const stateBadges: Readonly<Record<FiringState, { label: string; tone: Tone; icon: LucideIcon }>> = {
  waiting: { label: "Waiting", tone: "info", icon: Hourglass },
  launching: { label: "Launching", tone: "info", icon: Hourglass },
  launched: { label: "Launched", tone: "success", icon: CircleCheck },
  skipped: { label: "Skipped", tone: "neutral", icon: CircleSlash },
  failed: { label: "Failed", tone: "danger", icon: TriangleAlert },
};

/** What triggers an automation, in a line. */
export function triggerText(trigger: AutomationTrigger): string {
  switch (trigger.kind) {
    case "schedule":
      return `${trigger.cron} (${trigger.timeZone})`;
    case "webhook":
      return trigger.filter ? `Webhook with ${trigger.filter.path} = ${trigger.filter.equals}` : "Webhook";
    case "event": {
      const which = trigger.label ?? trigger.check;
      return `${eventLabels[trigger.event]}${which === undefined ? "" : ` (${which})`} in ${trigger.repository}`;
    }
  }
}

/** What started a firing. */
export function firingText({ kind, startedBy, pull, missed }: AutomationFiring): string {
  const by = startedBy === undefined ? "" : ` by ${startedBy}`;
  const number = pull?.split("/").at(-1);
  const times = missed > 0 && kind === "schedule" ? `, ${missed.toLocaleString("en")} missed` : "";
  return `${kindLabels[kind]}${by}${number === undefined ? "" : `, pull request #${number}`}${times}`;
}
