import { Bot } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { settingsPaths } from "@/lib/model/settings-paths";

/** Shown to admins while only the built-in agent is available. */
export function AddAgentNotice() {
  return (
    <section aria-label="Set up" className="flex flex-wrap items-center gap-3 rounded-md border p-3 text-sm">
      <Bot aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <p className="min-w-0 grow">
        Only the script agent is available. Add Claude Code, Codex, Gemini CLI, or OpenCode.
      </p>
      <Button asChild size="small">
        <Link href={settingsPaths.agents()}>Set up a coding agent</Link>
      </Button>
    </section>
  );
}
