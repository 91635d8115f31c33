"use client";

import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { isUnsupported } from "@/lib/client/call-error";
import type { Worker } from "@/lib/contract/pools/worker";

const getKnownWorker = () =>
  import("@/lib/contract/dashboard/pools/get-known-worker").then((entry) => entry.getKnownWorker);
const listKnownWorkers = () =>
  import("@/lib/contract/dashboard/pools/list-known-workers").then((entry) => entry.listKnownWorkers);
const listPools = () => import("@/lib/contract/pools/list-pools").then((entry) => entry.listPools);
const listPoolSamples = () =>
  import("@/lib/contract/dashboard/pools/list-pool-samples").then((entry) => entry.listPoolSamples);
const listWorkers = () => import("@/lib/contract/pools/list-workers").then((entry) => entry.listWorkers);

const refreshMs = 5_000;
const samplesRefreshMs = 60_000;
const maxPages = 20;

const refetchInterval = ({ state }: { state: { error: Error | null } }) =>
  isUnsupported(state.error) ? false : refreshMs;
const retry = (failures: number, error: Error) => failures < 2 && !isUnsupported(error);

/** Every pool, including stale ones. */
export const poolsQuery = queryOptions({
  queryKey: ["pools", "list"] as const,
  queryFn: ({ signal }) => callProxy(listPools, { params: {}, query: { includeStale: "true" }, signal }),
  refetchInterval,
  retry,
});

/** The connected workers, newest first. */
export const workersQuery = queryOptions({
  queryKey: ["pools", "workers"] as const,
  queryFn: async ({ signal }) => {
    const workers: Worker[] = [];
    let pageToken: string | undefined;
    let total = 0;
    for (let page = 0; page < maxPages; page += 1) {
      const response = await callProxy(listWorkers, { params: {}, query: { limit: "100", pageToken }, signal });
      workers.push(...response.workers);
      total = response.totalCount;
      pageToken = response.nextPageToken;
      if (pageToken === undefined) break;
    }
    return { workers, total };
  },
  refetchInterval,
  retry,
});

/** A worker that is connected or was seen in the last 30 days, and the agents it ran. */
export function workerQuery(id: string) {
  return queryOptions({
    queryKey: ["pools", "worker", id] as const,
    queryFn: ({ signal }) => callProxy(getKnownWorker, { params: { id }, signal }),
    refetchInterval: refreshMs,
    retry,
  });
}

/** The workers seen in the last 30 days, connected ones included. */
export const knownWorkersQuery = queryOptions({
  queryKey: ["pools", "known-workers"] as const,
  queryFn: ({ signal }) => callProxy(listKnownWorkers, { params: {}, signal }),
  refetchInterval: samplesRefreshMs,
  retry: false,
});

/** Utilization of a pool, or of all together. */
export function poolSamplesQuery(pool: string | undefined, hours: number) {
  return queryOptions({
    queryKey: ["pools", "samples", pool ?? "", hours] as const,
    queryFn: ({ signal }) => callProxy(listPoolSamples, { params: {}, query: { pool, hours: String(hours) }, signal }),
    refetchInterval: samplesRefreshMs,
  });
}
