"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { agentRowsQuery } from "@/components/agents/agent-rows";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { runNotice } from "@/lib/model/notifications/notice";
import { unwatchRun, type WatchedRun, watchedRuns } from "@/lib/model/notifications/watched-runs";
import { paths } from "@/lib/model/paths";

const getRun = () => import("@/lib/contract/agents/get-run").then((entry) => entry.getRun);

const pollMs = 5_000;
const hiddenTabInterval = 3;

/** Runs `act` in only one of the browser's tabs. */
async function withTabLock(act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  await navigator.locks.request("slipway.notices", { ifAvailable: true }, async (lock) => {
    if (lock) await act();
  });
}

/** The current run; `undefined` when it can't be loaded. A deleted run is no longer watched. */
async function readRun({ agentId, runId }: WatchedRun): Promise<Run | undefined> {
  try {
    return await callProxy(getRun, { params: { id: agentId, runId } });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) unwatchRun(runId);
    return undefined;
  }
}

/** Notifies when a watched run ends or needs attention, on every page of the console. */
export default function RunNotifier() {
  const router = usePageRouter();
  const pathname = usePathname();
  const client = useQueryClient();

  const notify = useEffectEvent((watched: WatchedRun, run: Run) => {
    const path = paths.agent(watched.agentId);
    // The agent's page shows the outcome already.
    if (document.visibilityState === "visible" && pathname === path) return;
    const open = () => router.push(path);
    const { rows } = client.getQueryData(agentRowsQuery(callProxy).queryKey) ?? {};
    const row = rows?.find(({ id }) => id === watched.agentId);
    const notice = runNotice(watched.name, run, row);
    toast[notice.tone](notice.title, { description: notice.body, action: { label: "View agent", onClick: open } });
  });

  useEffect(() => {
    const poll = async () => {
      for (const watched of watchedRuns()) {
        const run = await readRun(watched);
        if (!run || !isTerminal(run.status)) continue;
        unwatchRun(watched.runId);
        notify(watched, run);
      }
    };
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      // Hidden tabs poll less often, so that a visible tab usually notifies.
      const isDue = document.visibilityState === "visible" || ticks % hiddenTabInterval === 0;
      if (isDue && watchedRuns().length > 0) void withTabLock(poll);
    }, pollMs);
    return () => clearInterval(timer);
  }, []);

  return null;
}
