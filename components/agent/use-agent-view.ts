"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { agentQuery } from "@/components/agents/agent-queries";
import { refreshAgent } from "@/components/agents/refresh-agent";
import { useRunEnds, useTranscripts } from "@/components/transcript/use-transcripts";
import { usePageTitle } from "@/components/ui/use-page-title";
import { poolsQuery } from "@/components/workers/worker-queries";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch, Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import type { AgentProfile } from "@/lib/contract/dashboard/agents/get-agent-profile";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { watchRun } from "@/lib/model/notifications/watched-runs";
import type { Wait } from "@/lib/model/queue/why-waiting";
import type { RunReference } from "@/lib/model/runs/run-reference";
import { type AgentStatus, agentStatus, statusDetail } from "@/lib/model/status/agent-status";
import { queuedWait } from "@/lib/model/status/queued-wait";
import { pullsOf } from "@/lib/model/status/row-status";
import { runStatus } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { endsWithPlan } from "@/lib/model/transcript/open-plan";
import { rowFailed } from "@/lib/model/transcript/work";
import { agentProfileQuery } from "./agent-profile-queries";
import { branchKey } from "./branch-key";
import { useAgentDiff } from "./use-agent-diff";
import { useAgentRuns } from "./use-agent-runs";
import { usePendingPrompts } from "./use-pending-prompts";
import { useStatusIcon } from "./use-status-icon";

const activeRefetchMs = 5_000;
const idleRefetchMs = 20_000;

/** A run with its status, which may be newer than that of the list. */
export interface LatestRun {
  run: NumberedRun;
  status: string;
}

function joinBranches(agentBranches: readonly Branch[], runs: readonly Run[], outcomes: readonly Branch[]): Branch[] {
  const byName = new Map<string, Branch>();
  const all = [...runs.flatMap((run) => run.git?.branches ?? []), ...agentBranches, ...outcomes];
  for (const branch of all) if (branch.branch) byName.set(branchKey(branch), branch);
  return [...byName.values()];
}

const errorCodeOf = ({ run }: LatestRun, transcripts: Transcripts) =>
  transcripts.get(run.id)?.outcome?.failure?.code ?? run.error?.code;

/** The agent's status, with the steps that failed so far. */
function statusOf(
  { status, env, repos, git }: Agent,
  { pulls, offlineWorker }: Pick<AgentProfile, "pulls" | "offlineWorker">,
  latest: LatestRun | undefined,
  transcripts: Transcripts,
  wait: Wait | undefined,
): AgentStatus {
  const transcript = latest && transcripts.get(latest.run.id);
  const rows = transcript?.rows ?? [];
  return agentStatus({
    status,
    env,
    run: latest && {
      status: latest.status,
      createdAt: latest.run.createdAt,
      durationMs: latest.run.durationMs,
      errorCode: errorCodeOf(latest, transcripts),
      asks: rows.some((row) => row.kind === "question" && row.end === undefined),
      failedSteps: rows.filter(rowFailed).length,
      plan: endsWithPlan(transcript),
      offlineWorker,
    },
    wait,
    pulls: pullsOf({ repos, branches: git?.branches, pulls }),
  });
}

/** Why the latest run waits for a worker. */
function useWait(
  agent: Agent | undefined,
  latest: LatestRun | undefined,
  offlineWorker: AgentProfile["offlineWorker"],
): Wait | undefined {
  const isQueued = latest?.status === "CREATING" && agent !== undefined && agent.env.type !== "cloud";
  // The reason depends on how long it has waited, so it is determined again with each refetch.
  const { data, dataUpdatedAt } = useQuery({ ...poolsQuery, enabled: isQueued });
  if (!isQueued) return undefined;
  const run = { status: latest.status, createdAt: latest.run.createdAt, offlineWorker };
  return queuedWait({ ...agent, run }, data?.pools, dataUpdatedAt);
}

/** The status with its reason, and the agent's name. */
const titleOf = (name: string, status: AgentStatus): string =>
  `${status.label}${statusDetail({ ...status, failedSteps: 0 })} · ${name}`;

/** The pull requests of the index, with the state of the one that the page follows. */
function withState(pulls: AgentProfile["pulls"], url: string | undefined, pull: PullRequest | undefined) {
  if (!pull || url === undefined) return pulls;
  const { draft, additions, deletions } = pull;
  const states: readonly PullFacts["state"][] = ["open", "closed"];
  const state = pull.merged ? "merged" : states.find((each) => each === pull.state);
  if (state === undefined) return pulls;
  const others = (pulls ?? []).filter((each) => each.url !== url);
  const known = pulls?.find((each) => each.url === url);
  return [...others, { ...known, url, state, draft, additions, deletions }];
}

interface ViewOptions {
  /** Loads all changed files rather than the first ones. */
  allChanges: boolean;
  /** The run to show first, by default the latest. */
  run: RunReference | undefined;
}

/** The agent page's data: the agent, its runs, their live transcripts, and the changes on its branch. */
export function useAgentView(agentId: string, { allChanges, run: initialRun }: ViewOptions) {
  const client = useQueryClient();
  const loaded = useQuery({
    ...agentQuery(callProxy, agentId),
    refetchInterval: ({ state }) => (state.data?.status === "ACTIVE" ? activeRefetchMs : idleRefetchMs),
  });
  const { data: profile } = useQuery({
    ...agentProfileQuery(agentId),
    refetchInterval: loaded.data?.status === "ACTIVE" ? activeRefetchMs : idleRefetchMs,
  });
  const named = profile?.name;
  const data = useMemo(
    () => (loaded.data && named !== undefined ? { ...loaded.data, name: named } : loaded.data),
    [loaded.data, named],
  );
  const agent = { data, error: loaded.error };
  const runs = useAgentRuns(agentId, initialRun);
  const { newest, followed } = runs;
  const transcripts = useTranscripts(agentId, followed);
  const shownTranscripts = usePendingPrompts(agentId, followed, transcripts);
  const refresh = useCallback(() => void refreshAgent(client, agentId), [client, agentId]);
  useRunEnds(followed, transcripts, refresh);

  const newestRun = newest.at(-1);
  const latest = newestRun && { run: newestRun, status: runStatus(newestRun, transcripts.get(newestRun.id)) };
  const outcomes = followed.flatMap((run) => transcripts.get(run.id)?.outcome?.branches ?? []);
  const active = latest !== undefined && !isTerminal(latest.status);
  const branches = joinBranches(agent.data?.git?.branches ?? [], newest, outcomes);
  const [branchChosen, setBranch] = useState<string>();
  const branch = branches.find((each) => branchKey(each) === branchChosen) ?? branches.at(-1);
  const diff = useAgentDiff(agent.data, branch, { active, all: allChanges });
  const wait = useWait(agent.data, latest, profile?.offlineWorker);
  const pulls = withState(profile?.pulls, branch?.prUrl, diff.pull);
  const status =
    agent.data && statusOf(agent.data, { pulls, offlineWorker: profile?.offlineWorker }, latest, transcripts, wait);
  usePageTitle(agent.data && status && titleOf(agent.data.name, status));
  useStatusIcon(status);
  const name = agent.data?.name;
  const activeRun = active ? latest.run.id : undefined;
  useEffect(() => {
    if (activeRun !== undefined && name !== undefined) watchRun({ agentId, runId: activeRun, name });
  }, [agentId, activeRun, name]);

  return {
    agent,
    profile,
    runs,
    transcripts,
    /** What the transcript tab shows. */
    shownTranscripts,
    latest,
    status,
    /** Why the latest run failed. */
    errorCode: latest && errorCodeOf(latest, transcripts),
    active,
    branches,
    branch,
    setBranch: (next: Branch) => setBranch(branchKey(next)),
    diff,
    pulls,
    refresh,
  };
}
