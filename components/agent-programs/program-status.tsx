import { CircleCheck, CircleSlash, CircleX, KeyRound, Loader, LogIn, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";

const looks: Readonly<Record<AgentProgram["status"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  installing: { word: "Installing", tone: "info", icon: Loader },
  testing: { word: "Testing", tone: "info", icon: Loader },
  ready: { word: "Ready", tone: "success", icon: CircleCheck },
  needs_key: { word: "Needs key", tone: "warning", icon: KeyRound },
  needs_login: { word: "Needs login", tone: "warning", icon: LogIn },
  failed: { word: "Failed", tone: "danger", icon: CircleX },
};

/** The status of an agent program with icon, label and color. */
export function ProgramStatus({ status, enabled }: Pick<AgentProgram, "status" | "enabled">) {
  const {
    word,
    tone,
    icon: Icon,
  } = enabled ? looks[status] : { word: "Disabled", tone: "neutral" as const, icon: CircleSlash };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">Agent status:</span>
      {word}
    </Badge>
  );
}
