"use client";

import { useEffect, useState } from "react";
import { tabConnection } from "@/lib/client/live/tab-connection";
import { runSubject } from "@/lib/model/live/subscription";
import { stepTitle } from "@/lib/model/transcript/step-title";

/** A run's current tool call. Only the last one is kept, because the overview shows many runs. */
export function CurrentStep({ agentId, runId }: { agentId: string; runId: string }) {
  const [title, setTitle] = useState<string>();
  useEffect(() => {
    let latest: string | undefined;
    let frame = 0;
    const unwatch = tabConnection().watch(runSubject(agentId, runId), ({ event, data }) => {
      const next = event === "tool_call" ? stepTitle(data) : undefined;
      if (next === undefined) return;
      latest = next;
      // A replay delivers thousands of events at once.
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          setTitle(latest);
        });
      }
    });
    return () => {
      unwatch();
      cancelAnimationFrame(frame);
    };
  }, [agentId, runId]);
  if (title === undefined) return null;
  return (
    <span className="min-w-0 truncate font-mono text-muted-foreground text-xs" title={title}>
      {title}
    </span>
  );
}
