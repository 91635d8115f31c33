"use client";

import { startTransition, useEffect, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { tabConnection } from "@/lib/client/live/tab-connection";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { runSubject } from "@/lib/model/live/subscription";
import { runEndStatus, runEndTitle } from "@/lib/model/notifications/run-end";
import { runStatus } from "@/lib/model/transcript/conversation-items";
import { beforePaint, ConversationStore, type Transcripts } from "@/lib/model/transcript/conversation-store";

// Open the connection before the page has hydrated.
if (typeof window !== "undefined") tabConnection();

/**
 * The live transcripts of runs, followed while the component is mounted. Updates render as transitions so that they don't
 * block input.
 */
export function useTranscripts(agentId: string, runs: readonly Pick<Run, "id">[]): Transcripts {
  const [store] = useState(
    () =>
      new ConversationStore(
        (runId, deliver) => tabConnection().watch(runSubject(agentId, runId), deliver),
        beforePaint,
      ),
  );
  const [transcripts, setTranscripts] = useState(store.read);
  const runIds = runs.map(({ id }) => id).join(" ");
  useEffect(() => store.follow(runIds.split(" ").filter(Boolean)), [store, runIds]);
  useEffect(() => () => store.close(), [store]);
  useEffect(() => store.subscribe(() => startTransition(() => setTranscripts(store.read()))), [store]);
  return transcripts;
}

/** Announces when an active run ends, once per run. `onEnd` must be stable. */
export function useRunEnds(runs: readonly Run[], transcripts: Transcripts, onEnd: () => void): void {
  const active = useRef(new Set<string>());
  useEffect(() => {
    for (const run of runs) {
      const status = runStatus(run, transcripts.get(run.id));
      if (!isTerminal(status)) active.current.add(run.id);
      else if (active.current.delete(run.id)) {
        announce(`${runEndTitle(runEndStatus({ id: run.id, status }, undefined))}.`);
        onEnd();
      }
    }
  }, [runs, transcripts, onEnd]);
}
