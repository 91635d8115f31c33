import type { OfflineWorker } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "../hosting/address-names";
import { type QueueContext, type Wait, whyWaiting } from "../queue/why-waiting";

interface QueuedAgent {
  id: string;
  env: { type: string; name?: string | undefined };
  repos?: readonly { url: string }[] | undefined;
  run?: { status: string; createdAt?: string | undefined; offlineWorker?: OfflineWorker | undefined } | undefined;
  createdAt: string;
}

/**
 * Why an agent's run waits for a worker of a pool, from what is known without its request in the queue; `undefined` if it doesn't
 * wait, or if no worker has claimed it and the pools aren't loaded. `now` in Unix milliseconds.
 */
export function queuedWait(
  agent: QueuedAgent,
  pools: QueueContext["pools"] | undefined,
  now: number,
): Wait | undefined {
  const { id, env, repos, run, createdAt } = agent;
  if (run?.status !== "CREATING") return undefined;
  const claim = run.offlineWorker;
  if (claim === undefined && (env.type !== "pool" || pools === undefined)) return undefined;
  const [repo] = repos ?? [];
  const request = {
    id,
    owner: "",
    pool: env.name ?? "default",
    ...(repo ? { repository: repositoryName(repo.url) } : {}),
    labels: [],
    createdAtMs: Date.parse(run.createdAt ?? createdAt),
    ...(claim ? { claimedWorkerId: claim.id, reconnectByMs: claim.reconnectByMs } : {}),
  };
  return whyWaiting(request, { pools: pools ?? [], workerIds: undefined, ahead: 0, now });
}
