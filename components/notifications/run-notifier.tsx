"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { runNotice } from "@/lib/model/notifications/notice";
import { unwatchRun, type WatchedRun, watchedRuns } from "@/lib/model/notifications/watched-runs";
import { paths } from "@/lib/model/paths";
import { browserNotices } from "./browser-notices";

const getRun = () => import("@/lib/contract/agents/get-run").then((entry) => entry.getRun);

const lookMs = 5_000;
const hiddenTurns = 3;

/** Only one tab of a browser fetches and notifies. */
async function inOneTab(act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  await navigator.locks.request("slipway.notices", { ifAvailable: true }, async (lock) => {
    if (lock) await act();
  });
}

/** The run as it is now; `undefined` when it can't be read, and forgotten when it is gone. */
async function readRun({ agentId, runId }: WatchedRun): Promise<Run | undefined> {
  try {
    return await callProxy(getRun, { params: { id: agentId, runId } });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) unwatchRun(runId);
    return undefined;
  }
}

/** Notifies that a run ended or needs attention, on every page of the console. */
export default function RunNotifier() {
  const router = useRouter();
  const pathname = usePathname();

  const notify = useEffectEvent((watched: WatchedRun, notice: ReturnType<typeof runNotice>) => {
    const path = paths.agent(watched.agentId);
    // No notice on the agent's own page, which shows the end.
    if (document.visibilityState === "visible" && pathname === path) return;
    const open = () => router.push(path);
    toast[notice.tone](notice.title, { description: notice.body, action: { label: "Open", onClick: open } });
    if (document.visibilityState === "visible" || browserNotices() !== "on") return;
    const shown = new Notification(notice.title, { body: notice.body, tag: watched.runId });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  });

  useEffect(() => {
    const look = async () => {
      for (const watched of watchedRuns()) {
        const run = await readRun(watched);
        if (!run || !isTerminal(run.status)) continue;
        unwatchRun(watched.runId);
        notify(watched, runNotice(watched.name, run));
      }
    };
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      // A tab out of sight leaves it to one in sight, if there is one.
      const mine = document.visibilityState === "visible" || turn % hiddenTurns === 0;
      if (mine && watchedRuns().length > 0) void inOneTab(look);
    }, lookMs);
    return () => clearInterval(timer);
  }, []);

  return null;
}
