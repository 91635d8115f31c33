import { counted, plural } from "@/lib/model/plural";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { QueueRow } from "./queue-row";

/** The facts of a pool that decide whether its workers can take a request. */
interface PoolFacts {
  poolName: string;
  connectedWorkerCount: number;
  inUseWorkerCount: number;
  repoOwner?: string | undefined;
  repoName?: string | undefined;
}

export interface QueueContext {
  pools: readonly PoolFacts[];
  /** Ids of the connected workers; `undefined` when they couldn't be loaded. */
  workerIds: ReadonlySet<string> | undefined;
  /** The name of the worker that claimed the request, where it is known. */
  workerName?: string | undefined;
  /** The requested model, where it is known. */
  model?: string | undefined;
  /** Unclaimed requests of the same pool that are older. */
  ahead: number;
  now: number;
}

/** How to start a worker that could run the request. */
interface WorkerToStart {
  pool?: string | undefined;
  repository?: string | undefined;
  workerId?: string | undefined;
  labels?: readonly { key: string; value: string }[];
}

interface WaitText {
  /** The same in a few words, for lists. */
  short: string;
  /** It waits until a user acts. */
  blocked: boolean;
  /** What is missing. */
  title: string;
  /** What to do about it. */
  detail: string;
}

export interface Wait extends WaitText {
  /** Absent when starting a worker isn't the fix. */
  start?: WorkerToStart;
}

/** Every text of the "Why is it waiting?" panel. */
const waitTexts = {
  noVisiblePool: () => ({
    short: "pool not visible",
    blocked: true,
    title: "Pool not visible",
    detail: "The agent doesn't request a pool that this dashboard can see. Check the agent's environment.",
  }),
  poolNotRegistered: (pool: string) => ({
    short: `no pool named ${pool}`,
    blocked: true,
    title: `No pool named ${pool}`,
    detail: "Start a worker with this pool name to register the pool.",
  }),
  repositoryNotServed: (pool: string, served: string, repository: string | undefined) => ({
    short: `${pool} serves another repository`,
    blocked: true,
    title: `Pool ${pool} serves only ${served}`,
    detail:
      repository === undefined
        ? "The agent has no repository. Start a worker outside a checkout."
        : `The agent needs ${repository}. Start a worker in a checkout of it.`,
  }),
  noWorker: (pool: string) => ({
    short: `no worker in ${pool}`,
    blocked: true,
    title: `No workers connected to pool ${pool}`,
    detail: "Start a worker.",
  }),
  allBusy: (pool: string, workers: number, ahead: number) => ({
    short: `all workers in ${pool} busy`,
    blocked: false,
    title: `${plural(workers, "The only worker", `All ${workers} workers`)} in pool ${pool} ${plural(workers, "is", "are")} busy`,
    detail: `${ahead > 0 ? `${counted(ahead, "older request")} ${plural(ahead, "is", "are")} ahead. ` : ""}Wait for a worker, or start another one.`,
  }),
  starting: (pool: string) => ({
    short: "starting soon",
    blocked: false,
    title: "Starting soon",
    detail: `A worker in pool ${pool} is free and will pick up the agent shortly.`,
  }),
  labelsNotMatched: (pool: string, idle: number, labels: string) => ({
    short: `no matching worker in ${pool}`,
    blocked: true,
    title: `No worker with the labels ${labels}`,
    detail: `${counted(idle, "worker")} in pool ${pool} ${plural(idle, "is", "are")} free but can't run the agent. Start a worker with these labels.`,
  }),
  modelNotOffered: (pool: string, idle: number, model: string | undefined) => ({
    short: `no matching worker in ${pool}`,
    blocked: true,
    title: `Probably no worker with ${model === undefined ? "the requested model" : `the model ${model}`}`,
    detail: `${counted(idle, "worker")} in pool ${pool} ${plural(idle, "is", "are")} free but can't run the agent. Start a worker whose AGENTS setting includes the model.`,
  }),
  workerReconnected: (worker: string) => ({
    short: "worker reconnected",
    blocked: false,
    title: `Worker ${worker} reconnected`,
    detail: "It will pick up the agent shortly.",
  }),
  workerLost: (worker: string) => ({
    short: "worker lost",
    blocked: true,
    title: `Worker ${worker} didn't reconnect in time`,
    detail: "Any worker in the pool can now pick up the agent. If that doesn't happen, release the claim.",
  }),
  workerOffline: (worker: string, workerId: string, remaining: string) => ({
    short: "worker offline",
    blocked: true,
    title: `Worker ${worker} is offline`,
    detail: `It has ${remaining} to reconnect. Start it with the same ID (${workerId}) and directory, or release the claim so that another worker can take over.`,
  }),
} satisfies Record<string, (...facts: never[]) => WaitText>;

/** Below this age, a request that a free worker can take isn't stuck. */
const startingMs = 10_000;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const servedBy = ({ repoOwner, repoName }: PoolFacts) =>
  repoOwner && repoName ? `${repoOwner}/${repoName}` : undefined;

/**
 * Why a request is waiting, and the fix. Checks in the order in which the service chooses a worker: claim, pool, repository,
 * free workers, then labels and models, which the API doesn't return for workers.
 */
export function whyWaiting(row: QueueRow, context: QueueContext): Wait {
  if (row.claimedWorkerId !== undefined) return whyClaimed(row, row.claimedWorkerId, context);
  const { pools, model, ahead, now } = context;
  const { pool, repository } = row;
  if (pool === undefined) return waitTexts.noVisiblePool();
  const named = pools.filter(({ poolName }) => poolName === pool);
  if (named.length === 0) return { ...waitTexts.poolNotRegistered(pool), start: { pool, repository } };
  const serving = named.filter((each) => {
    const served = servedBy(each);
    return served === undefined || (repository !== undefined && same(served, repository));
  });
  if (serving.length === 0) {
    const served = named.map(servedBy).join(", ");
    return { ...waitTexts.repositoryNotServed(pool, served, repository), start: { pool, repository } };
  }
  const connected = serving.reduce((sum, each) => sum + each.connectedWorkerCount, 0);
  const idle = connected - serving.reduce((sum, each) => sum + each.inUseWorkerCount, 0);
  const bound = serving.every((each) => servedBy(each) !== undefined) ? repository : undefined;
  const labels = row.labels.filter(({ key }) => key !== "pool" && key !== "repo");
  const start = { pool, repository: bound, labels };
  if (connected === 0) return { ...waitTexts.noWorker(pool), start };
  if (idle <= 0) return { ...waitTexts.allBusy(pool, connected, ahead), start };
  if (now - row.createdAtMs < startingMs) return waitTexts.starting(pool);
  if (labels.length > 0) {
    const text = labels.map(({ key, value }) => `${key}=${value}`).join(", ");
    return { ...waitTexts.labelsNotMatched(pool, idle, text), start };
  }
  return { ...waitTexts.modelNotOffered(pool, idle, model), start: { pool, repository: bound } };
}

function whyClaimed(
  row: QueueRow,
  workerId: string,
  { workerIds, workerName: worker = workerId, now }: QueueContext,
): Wait {
  if (workerIds?.has(workerId)) return waitTexts.workerReconnected(worker);
  const seconds = Math.ceil(Math.max(0, (row.reconnectByMs ?? now) - now) / 1_000);
  const remaining = seconds < 60 ? counted(seconds, "second") : durationLabel(seconds * 1_000);
  const text = seconds === 0 ? waitTexts.workerLost(worker) : waitTexts.workerOffline(worker, workerId, remaining);
  return { ...text, start: { pool: row.pool, workerId } };
}
