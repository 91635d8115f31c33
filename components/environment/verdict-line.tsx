import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";

const looks = {
  allowed: { icon: CircleCheck, word: "Allowed", tone: "success" },
  depends: { icon: CircleHelp, word: "Not decided here", tone: "warning" },
  blocked: { icon: CircleX, word: "Blocked", tone: "danger" },
} as const;

/** What a policy says, in icon, word and colour, and why. */
export function VerdictLine({ verdict, because }: { verdict: keyof typeof looks; because: string }) {
  const { icon: Icon, word, tone } = looks[verdict];
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>
        <Icon aria-hidden />
        {word}
      </Badge>
      <span className="break-words text-muted-foreground text-xs">{because}</span>
    </p>
  );
}
