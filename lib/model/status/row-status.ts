import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { QueueContext } from "../queue/why-waiting";
import { type AgentStatus, agentStatus, type PullState, type StatusKind, statusKind } from "./agent-status";
import { queuedWait } from "./queued-wait";

/** The URLs of an agent's pull requests, without duplicates. */
export function pullUrls({ repos, branches }: Pick<AgentRow, "repos" | "branches">): string[] {
  const all = [...(repos ?? []), ...(branches ?? [])].flatMap(({ prUrl }) => (prUrl === undefined ? [] : [prUrl]));
  return all.length > 1 ? [...new Set(all)] : all;
}

const pullState = (row: AgentRow): PullState | "unknown" | undefined =>
  pullUrls(row).length === 0 ? undefined : (row.pull ?? "unknown");

/** The status of an agent of the index. `pools` if they are loaded; `now` in Unix milliseconds. */
export function rowStatus(row: AgentRow, pools: QueueContext["pools"] | undefined, now: number): AgentStatus {
  const { status, env, run } = row;
  return agentStatus({
    status,
    env,
    run: run && { ...run, asks: run.questionId !== undefined },
    wait: queuedWait(row, pools, now),
    pull: pullState(row),
  });
}

/** The kind of the status of an agent of the index. */
export function rowStatusKind(row: AgentRow): StatusKind {
  return statusKind({
    status: row.status,
    env: row.env,
    run: row.run,
    pull: pullState(row),
  });
}
