import { CircleCheck, CircleHelp, CircleSlash, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";

const looks: ReadonlyMap<string, { word: string; tone: Tone; icon: LucideIcon }> = new Map([
  ["pending", { word: "To be sent", tone: "info", icon: Clock }],
  ["retrying", { word: "Will be tried again", tone: "warning", icon: Clock }],
  ["delivered", { word: "Delivered", tone: "success", icon: CircleCheck }],
  ["failed", { word: "Given up", tone: "danger", icon: CircleX }],
  ["cancelled", { word: "Cancelled", tone: "neutral", icon: CircleSlash }],
]);

/** How a delivery stands; a state that is not known is shown as it is. */
export function DeliveryBadge({ state, attempted }: { state: string; attempted: boolean }) {
  const name = state === "pending" && attempted ? "retrying" : state;
  const { word, tone, icon: Icon } = looks.get(name) ?? { word: state, tone: "neutral" as const, icon: CircleHelp };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
