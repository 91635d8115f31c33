"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { toast } from "@/components/ui/toast";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { agentKeys } from "./agent-queries";
import type { BulkProgress } from "./bulk";
import type { BulkAction } from "./bulk-labels";

export interface BulkState {
  action: BulkAction;
  /** The follow-up that is sent. */
  text: string;
  progress: BulkProgress;
  running: boolean;
  /** The affected agents, as they were at the start. */
  agents: ReadonlyMap<string, AgentRow>;
}

/** Runs one bulk action at a time and tracks its progress. Leaving the page stops it after the calls in progress. */
export function useBulk() {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = useCallback(
    async (action: BulkAction, agents: readonly AgentRow[], text = "") => {
      // Loaded on first use.
      const code = await import("./run-bulk-action").catch(() => undefined);
      if (!code) {
        toast.error("Couldn't reach the dashboard.", { description: "Try again." });
        return;
      }
      const byId = new Map(agents.map((agent) => [agent.id, agent]));
      const stop = new AbortController();
      controller.current?.abort();
      controller.current = stop;
      const show = (progress: BulkProgress, running: boolean) => {
        if (controller.current === stop) setState({ action, text, progress, running, agents: byId });
      };
      announce(await code.runBulkAction({ action, text }, byId, show, stop.signal));
      await client.invalidateQueries({ queryKey: agentKeys.lists });
    },
    [client],
  );

  return {
    state,
    start,
    stop: () => controller.current?.abort(),
    dismiss: () => setState(undefined),
  };
}
