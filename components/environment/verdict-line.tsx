import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";

const verdicts = {
  allowed: { icon: CircleCheck, word: "Allowed", tone: "success" },
  depends: { icon: CircleHelp, word: "Depends on inherited policy", tone: "warning" },
  blocked: { icon: CircleX, word: "Blocked", tone: "danger" },
} as const;

/** A policy's verdict and its reason. */
export function VerdictLine({ verdict, reason }: { verdict: keyof typeof verdicts; reason: string }) {
  const { icon: Icon, word, tone } = verdicts[verdict];
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>
        <Icon aria-hidden />
        {word}
      </Badge>
      <span className="break-words text-muted-foreground text-xs">{reason}</span>
    </p>
  );
}
