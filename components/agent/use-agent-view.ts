"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { agentQuery } from "@/components/agents/agent-queries";
import { runsInOrder, runsQuery } from "@/components/transcript/run-queries";
import { useRunEnds, useTranscripts } from "@/components/transcript/use-transcripts";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch, Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { watchRun } from "@/lib/model/notifications/watched-runs";
import { type AgentStatus, agentStatus } from "@/lib/model/status/agent-status";
import { runStatus } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { rowFailed } from "@/lib/model/transcript/work";
import { refreshAgent } from "./agent-mutations";
import type { NumberedRun } from "./side-panel";

const activeRefetchMs = 5_000;
const idleRefetchMs = 20_000;
/** How many runs are streamed at first, and how many more with each "Show earlier runs". */
const pageSize = 8;
/** The live channel carries at most 64 subjects. */
const maxFollowed = 64;

function joinBranches(agentBranches: readonly Branch[], runs: readonly Run[], outcomes: readonly Branch[]): Branch[] {
  const byName = new Map<string, Branch>();
  const all = [...runs.flatMap((run) => run.git?.branches ?? []), ...agentBranches, ...outcomes];
  for (const branch of all) if (branch.branch) byName.set(`${branch.repoUrl} ${branch.branch}`, branch);
  return [...byName.values()];
}

/** The agent's status, with the steps that failed so far. */
function statusOf(
  { status, env, repos, git }: Agent,
  latest: NumberedRun | undefined,
  transcripts: Transcripts,
): AgentStatus {
  const rows = (latest && transcripts.get(latest.run.id)?.rows) ?? [];
  const pulls = [...repos, ...(git?.branches ?? [])].some(({ prUrl }) => prUrl !== undefined);
  return agentStatus({
    status,
    env,
    run: latest && {
      status: latest.status,
      createdAt: latest.run.createdAt,
      durationMs: latest.run.durationMs,
      errorCode: transcripts.get(latest.run.id)?.outcome?.failure?.code ?? latest.run.error?.code,
      failedSteps: rows.filter(rowFailed).length,
    },
    pull: pulls ? "unknown" : undefined,
  });
}

/** Shows the status in the title of the tab. */
function useStatusTitle(name: string | undefined, status: AgentStatus | undefined): void {
  const title = name === undefined || status === undefined ? undefined : `${status.label} · ${name} · Slipway`;
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
}

/** The agent page's data: the agent, its runs, and their live transcripts. */
export function useAgentView(agentId: string) {
  const client = useQueryClient();
  const agent = useQuery({
    ...agentQuery(callProxy, agentId),
    refetchInterval: ({ state }) => (state.data?.status === "ACTIVE" ? activeRefetchMs : idleRefetchMs),
  });
  const runPages = useInfiniteQuery({ ...runsQuery(callProxy, agentId), refetchInterval: idleRefetchMs });
  const runs = useMemo(() => runsInOrder(runPages.data?.pages ?? []), [runPages.data]);
  const [runCount, setRunCount] = useState(pageSize);
  const followed = useMemo(() => runs.slice(-Math.min(runCount, maxFollowed)), [runs, runCount]);
  const transcripts = useTranscripts(agentId, followed);
  const refresh = useCallback(() => void refreshAgent(client, agentId), [client, agentId]);
  useRunEnds(followed, transcripts, refresh);

  const include = useCallback(
    (runId: string) => {
      const index = runs.findIndex(({ id }) => id === runId);
      if (index >= 0) setRunCount((count) => Math.max(count, runs.length - index));
    },
    [runs],
  );

  const numbered = useMemo(
    () =>
      runs
        .map((run, index): NumberedRun => ({ run, number: index + 1, status: runStatus(run, transcripts.get(run.id)) }))
        .reverse(),
    [runs, transcripts],
  );
  const outcomes = followed.flatMap((run) => transcripts.get(run.id)?.outcome?.branches ?? []);
  const latest = numbered[0];
  const active = latest !== undefined && !isTerminal(latest.status);
  const status = agent.data && statusOf(agent.data, latest, transcripts);
  useStatusTitle(agent.data?.name, status);
  const { hasNextPage, fetchNextPage } = runPages;
  const name = agent.data?.name;
  const activeRun = active ? latest.run.id : undefined;
  useEffect(() => {
    if (activeRun !== undefined && name !== undefined) watchRun({ agentId, runId: activeRun, name });
  }, [agentId, activeRun, name]);

  return {
    agent,
    runPages,
    followed,
    transcripts,
    numbered,
    latest,
    status,
    active,
    branches: joinBranches(agent.data?.git?.branches ?? [], runs, outcomes),
    earlier: Math.min(runs.length - followed.length, maxFollowed - followed.length),
    showEarlier: () => {
      setRunCount((count) => count + pageSize);
      if (hasNextPage) fetchNextPage();
    },
    /** Loads older runs until the given one is followed. */
    include,
  };
}
