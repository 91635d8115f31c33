import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { QueueContext } from "../queue/why-waiting";
import { type AgentStatus, agentStatus, type StatusFacts, type StatusKind, statusKind } from "./agent-status";
import { queuedWait } from "./queued-wait";

/** The URLs of an agent's pull requests, without duplicates. */
export function pullUrls({ repos, branches }: Pick<AgentRow, "repos" | "branches">): string[] {
  const all = [...(repos ?? []), ...(branches ?? [])].flatMap(({ prUrl }) => (prUrl === undefined ? [] : [prUrl]));
  return all.length > 1 ? [...new Set(all)] : all;
}

/** What an agent's status says about its pull requests. */
export function pullsOf(agent: Pick<AgentRow, "repos" | "branches" | "pulls">): StatusFacts["pulls"] {
  if (pullUrls(agent).length === 0) return undefined;
  return agent.pulls && agent.pulls.length > 0 ? agent.pulls : "unknown";
}

function factsOf(row: AgentRow): StatusFacts {
  const { status, env, run } = row;
  return { status, env, run: run && { ...run, asks: run.questionId !== undefined }, pulls: pullsOf(row) };
}

/** The status of an agent of the index. `pools` if they are loaded; `now` in Unix milliseconds. */
export function rowStatus(row: AgentRow, pools: QueueContext["pools"] | undefined, now: number): AgentStatus {
  return agentStatus({ ...factsOf(row), wait: queuedWait(row, pools, now) });
}

/** The kind of the status of an agent of the index. */
export const rowStatusKind = (row: AgentRow): StatusKind => statusKind(factsOf(row));
