import { counted, plural } from "@/lib/model/plural";
import type { QueueRow } from "./queue-row";

/** What of a pool decides whether its workers can take a request. */
interface PoolFacts {
  poolName: string;
  connectedWorkerCount: number;
  inUseWorkerCount: number;
  repoOwner?: string | undefined;
  repoName?: string | undefined;
}

export interface Surroundings {
  pools: readonly PoolFacts[];
  /** Ids of the workers that are connected; `undefined` when they could not be read. */
  workerIds: ReadonlySet<string> | undefined;
  /** The model its agent asks for, where that is known. */
  model?: string | undefined;
  /** Unclaimed requests of the same pool that came earlier. */
  ahead: number;
  now: number;
}

export interface Why {
  /** The one thing that is missing, in a sentence. */
  sentence: string;
  /** What to do about it, in a sentence. */
  fix: string;
  /** What a worker that would take the request is started with; absent when starting one is not the fix. */
  start?: {
    pool?: string | undefined;
    repository?: string | undefined;
    workerId?: string | undefined;
    labels?: readonly { key: string; value: string }[];
  };
}

/** A request this young is taken in the next moment if there is a worker for it. */
const momentMs = 10_000;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const servedBy = ({ repoOwner, repoName }: PoolFacts) =>
  repoOwner && repoName ? `${repoOwner}/${repoName}` : undefined;

/**
 * Why a request waits and what would end that. It compares what the request asks for, in the order in which a worker is
 * chosen: claim, pool, repository, free workers, then what the API does not tell of workers (labels and models).
 */
export function whyWaiting(row: QueueRow, surroundings: Surroundings): Why {
  if (row.claimedWorkerId !== undefined) return whyClaimed(row, row.claimedWorkerId, surroundings);
  const { pools, model, ahead, now } = surroundings;
  const { pool, repository } = row;
  if (pool === undefined) {
    return { sentence: "It names no pool that this dashboard can see.", fix: "Look at its agent's environment." };
  }
  const extra = row.labels.filter(({ key }) => key !== "pool" && key !== "repo");
  const named = pools.filter(({ poolName }) => poolName === pool);
  if (named.length === 0) {
    const sentence = `No pool named ${pool} is registered.`;
    return { sentence, fix: "Start a worker with that pool name: it registers the pool.", start: { pool, repository } };
  }
  const serving = named.filter((each) => {
    const served = servedBy(each);
    return served === undefined || (repository !== undefined && same(served, repository));
  });
  if (serving.length === 0) {
    const served = named.map(servedBy).join(", ");
    const asked = repository === undefined ? "names no repository" : `needs ${repository}`;
    return {
      sentence: `The pool ${pool} serves ${served} alone, and the request ${asked}.`,
      fix: `Start a worker of the pool ${repository === undefined ? "outside any checkout" : `in a checkout of ${repository}`}.`,
      start: { pool, repository },
    };
  }
  const connected = serving.reduce((sum, each) => sum + each.connectedWorkerCount, 0);
  const busy = serving.reduce((sum, each) => sum + each.inUseWorkerCount, 0);
  const bound = serving.every((each) => servedBy(each) !== undefined) ? repository : undefined;
  if (connected === 0) {
    const sentence = `No worker of the pool ${pool} is connected.`;
    return { sentence, fix: "Start one.", start: { pool, repository: bound, labels: extra } };
  }
  const idle = connected - busy;
  if (idle <= 0) {
    const before =
      ahead > 0 ? `, and ${counted(ahead, "older request")} of the pool ${plural(ahead, "goes", "go")} first` : "";
    return {
      sentence: `${plural(connected, "The one worker", `All ${connected} workers`)} of the pool ${pool} ${plural(connected, "is", "are")} busy${before}.`,
      fix: "Wait until one is free, or start another.",
      start: { pool, repository: bound, labels: extra },
    };
  }
  if (now - row.createdAtMs < momentMs) {
    return {
      sentence: `A worker of the pool ${pool} is free: it is taken in a moment.`,
      fix: "Nothing is to be done.",
    };
  }
  if (extra.length > 0) {
    const labels = extra.map(({ key, value }) => `${key}=${value}`).join(", ");
    return {
      sentence: `${counted(idle, "worker")} of the pool ${pool} ${plural(idle, "is", "are")} free, but none takes it: it asks for ${labels}.`,
      fix: "Start a worker with these labels.",
      start: { pool, repository: bound, labels: extra },
    };
  }
  const asked = model === undefined ? "the model its agent asks for" : `the model ${model}`;
  return {
    sentence: `${counted(idle, "worker")} of the pool ${pool} ${plural(idle, "is", "are")} free, but none takes it: most likely none has ${asked}.`,
    fix: "Start a worker whose AGENTS setting has that model.",
    start: { pool, repository: bound },
  };
}

function whyClaimed(row: QueueRow, workerId: string, { workerIds, now }: Surroundings): Why {
  if (workerIds?.has(workerId)) {
    return { sentence: `Its worker ${workerId} is back and takes it.`, fix: "Nothing is to be done." };
  }
  const left = Math.ceil(Math.max(0, (row.reconnectByMs ?? now) - now) / 1_000);
  const start = { pool: row.pool, workerId };
  return left === 0
    ? {
        sentence: `Its worker ${workerId} did not come back in time: any worker of the pool may take it in a moment.`,
        fix: "Release the claim if it stays.",
        start,
      }
    : {
        sentence: `Its worker ${workerId} is away and has ${counted(left, "second")} to come back.`,
        fix: "Start the worker with the same id and folder, or release the claim for another to take it.",
        start,
      };
}
