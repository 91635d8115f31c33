import { useEffect, useEffectEvent, useState } from "react";
import { z } from "zod";
import { jsonCodec } from "@/components/ui/json-codec";
import { localStore } from "@/components/ui/local-store";
import type { Run } from "@/lib/contract/agents/run";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { rowIndex, type SeenRow } from "@/lib/model/transcript/unread";

const maxAgents = 200;
const Entries = z.array(z.tuple([z.string(), z.string(), z.number()]));
type Entry = z.infer<typeof Entries>[number];

/** The last seen row of the most recently viewed agents, newest last. */
const store = localStore(
  "transcript-seen",
  jsonCodec<Entry[]>((json) => Entries.safeParse(json).data, []),
);

function readSeen(agentId: string): SeenRow | undefined {
  const [, runId, index] = store.read().find(([id]) => id === agentId) ?? [];
  return runId === undefined || index === undefined ? undefined : { runId, index };
}

function lastRow(runs: readonly Run[], transcripts: Transcripts): SeenRow | undefined {
  for (const { id } of runs.toReversed()) {
    const row = transcripts.get(id)?.rows.at(-1);
    if (row) return { runId: id, index: rowIndex(row.key) };
  }
  return undefined;
}

/** The last row this browser showed before the user left the transcript; stored when they leave it. */
export function useSeenRow(agentId: string, runs: readonly Run[], transcripts: Transcripts): SeenRow | undefined {
  const [seen, setSeen] = useState<SeenRow>();
  const save = useEffectEvent(() => {
    const row = lastRow(runs, transcripts);
    if (!row) return;
    const others = store.read().filter(([id]) => id !== agentId);
    store.write([...others, [agentId, row.runId, row.index] satisfies Entry].slice(-maxAgents));
  });
  useEffect(() => {
    setSeen(readSeen(agentId));
    const onVisibility = () => {
      if (document.visibilityState === "hidden") save();
      else setSeen(readSeen(agentId));
    };
    const stop = new AbortController();
    document.addEventListener("visibilitychange", onVisibility, stop);
    window.addEventListener("pagehide", () => save(), stop);
    return () => {
      stop.abort();
      save();
    };
  }, [agentId]);
  return seen;
}
