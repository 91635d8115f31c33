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
  progress: BulkProgress;
  running: boolean;
  /** The affected agents, as they were at the start. */
  agents: ReadonlyMap<string, AgentRow>;
}

/** Loaded on first use. */
const loadBulk = () => Promise.all([import("./bulk"), import("./bulk-calls"), import("./bulk-labels")] as const);

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs one bulk action at a time and tracks its progress. Leaving the page stops it after the calls in progress. */
export function useBulk() {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = useCallback(
    async (action: BulkAction, agents: readonly AgentRow[]) => {
      const code = await loadBulk().catch(() => undefined);
      if (!code) {
        toast.error("Couldn't reach the dashboard.", { description: "Nothing was changed." });
        return;
      }
      const [{ runBulk }, { bulkCalls }, { bulkResult }] = code;
      const byId = new Map(agents.map((agent) => [agent.id, agent]));
      const stop = new AbortController();
      controller.current?.abort();
      controller.current = stop;
      const show = (progress: BulkProgress, running: boolean) => {
        if (controller.current === stop) setState({ action, progress, running, agents: byId });
      };
      const result = await runBulk({
        ids: [...byId.keys()],
        act: async (id) => {
          const agent = byId.get(id);
          if (agent) await bulkCalls[action](agent);
        },
        onProgress: (progress) => show(progress, true),
        signal: stop.signal,
        wait,
      });
      show(result, false);
      announce(bulkResult(action, result));
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
