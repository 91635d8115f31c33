"use client";

import { Bot, X } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { settingsPaths } from "@/lib/model/settings-paths";

/** Shown to admins while only the built-in agent is available, until they dismiss it in this browser. */
export function AddAgentNotice() {
  const dismissed = useLocalStore("add-agent-notice", plainText);
  if (dismissed.value !== "") return null;
  return (
    <section aria-label="Set up" className="flex flex-wrap items-center gap-3 rounded-md border p-3 text-sm">
      <Bot aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 basis-56">
        Only the script agent is available. Add Claude Code, Codex, Gemini CLI, or OpenCode.
      </p>
      <Button asChild size="small">
        <Link href={settingsPaths.agents()}>Set up a coding agent</Link>
      </Button>
      <Button
        size="smallIcon"
        variant="ghost"
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => dismissed.write("dismissed")}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}
