"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { launchQuery } from "@/components/launch/launch-queries";
import { callProxy } from "@/lib/client/call";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { runStatus } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { withPendingPrompt } from "@/lib/model/transcript/pending-prompt";

const refetchMs = 10_000;
const getRunPrompt = () =>
  import("@/lib/contract/dashboard/follow-ups/get-run-prompt").then((entry) => entry.getRunPrompt);

/** The prompt of a follow-up that this dashboard sent; `null` if it was sent elsewhere. */
function sentPromptQuery(agentId: string, runId: string) {
  return queryOptions({
    queryKey: ["runs", "prompt", agentId, runId] as const,
    queryFn: async ({ signal }) => (await callProxy(getRunPrompt, { params: { agentId, runId }, signal })).prompt,
    staleTime: Number.POSITIVE_INFINITY,
    // A message from the queue is stored shortly after its run was created.
    refetchInterval: ({ state }) => (state.data === null ? refetchMs : false),
  });
}

/**
 * The transcripts with the prompts of the first and the latest run while these haven't started: the service reports a
 * prompt only in the stream of its run. `runs` are some of the runs, the last of them the latest.
 */
export function usePendingPrompts(
  agentId: string,
  runs: readonly NumberedRun[],
  transcripts: Transcripts,
): Transcripts {
  const first = runs.find(({ number }) => number === 1);
  const latest = runs.at(-1);
  const status = latest && runStatus(latest, transcripts.get(latest.id));
  const unstarted = status === "CREATING" || status === "EXPIRED";
  const isFollowUp = latest !== first;
  const launch = useQuery(launchQuery(agentId)).data;
  const sent = useQuery({ ...sentPromptQuery(agentId, latest?.id ?? ""), enabled: unstarted && isFollowUp }).data;
  return useMemo(() => {
    const launched = launch ? { text: launch.prompt, images: launch.images.length } : undefined;
    const withFirst = withPendingPrompt(transcripts, first, launched);
    return isFollowUp ? withPendingPrompt(withFirst, latest, sent ?? undefined) : withFirst;
  }, [transcripts, first, latest, isFollowUp, launch, sent]);
}
