import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "../agent-query/names";
import { type QueueContext, whyWaiting } from "../queue/why-waiting";
import { type AgentStatus, agentStatus } from "./agent-status";

/** The status of an agent of the index. `pools` if they are loaded; `now` in Unix milliseconds. */
export function rowStatus(row: AgentRow, pools: QueueContext["pools"] | undefined, now: number): AgentStatus {
  const { status, env, run, repos, branches } = row;
  const waits = run?.status === "CREATING" && env.type === "pool" && pools !== undefined;
  const pulls = [...(repos ?? []), ...(branches ?? [])].some(({ prUrl }) => prUrl !== undefined);
  return agentStatus({
    status,
    env,
    run,
    wait: waits ? waitOf(row, pools, now) : undefined,
    pull: pulls ? "unknown" : undefined,
  });
}

function waitOf({ id, env, repos, run, createdAt }: AgentRow, pools: QueueContext["pools"], now: number) {
  const [repo] = repos ?? [];
  const request = {
    id,
    owner: "",
    pool: env.name ?? "default",
    ...(repo ? { repository: repositoryName(repo.url) } : {}),
    labels: [],
    createdAtMs: Date.parse(run?.createdAt ?? createdAt),
  };
  return whyWaiting(request, { pools, workerIds: undefined, ahead: 0, now });
}
