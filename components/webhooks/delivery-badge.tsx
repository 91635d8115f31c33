import { CircleCheck, CircleHelp, CircleSlash, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";

const states: ReadonlyMap<string, { word: string; tone: Tone; icon: LucideIcon }> = new Map([
  ["pending", { word: "Pending", tone: "info", icon: Clock }],
  ["retrying", { word: "Retrying", tone: "warning", icon: Clock }],
  ["delivered", { word: "Delivered", tone: "success", icon: CircleCheck }],
  ["failed", { word: "Failed", tone: "danger", icon: CircleX }],
  ["cancelled", { word: "Canceled", tone: "neutral", icon: CircleSlash }],
]);

/** The state of a delivery. Unknown states are shown as they are. */
export function DeliveryBadge({ state, attempted }: { state: string; attempted: boolean }) {
  const name = state === "pending" && attempted ? "retrying" : state;
  const { word, tone, icon: Icon } = states.get(name) ?? { word: state, tone: "neutral" as const, icon: CircleHelp };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
