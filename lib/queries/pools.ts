"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInputOf, QueryInputOf } from "@/lib/contract/operation";
import type { Worker } from "@/lib/contract/pools/worker";
import { callProxy } from "./call";
import { isNotOffered } from "./overview";

const claimPendingRequest = () =>
  import("@/lib/contract/pools/claim-pending-request").then((entry) => entry.claimPendingRequest);
const createSessionToken = () =>
  import("@/lib/contract/pools/create-session-token").then((entry) => entry.createSessionToken);
const createSubToken = () => import("@/lib/contract/agents/create-sub-token").then((entry) => entry.createSubToken);
const deregisterPool = () => import("@/lib/contract/pools/deregister-pool").then((entry) => entry.deregisterPool);
const getWorker = () => import("@/lib/contract/pools/get-worker").then((entry) => entry.getWorker);
const listPools = () => import("@/lib/contract/pools/list-pools").then((entry) => entry.listPools);
const listPoolSamples = () =>
  import("@/lib/contract/dashboard/list-pool-samples").then((entry) => entry.listPoolSamples);
const listWorkers = () => import("@/lib/contract/pools/list-workers").then((entry) => entry.listWorkers);
const registerPool = () => import("@/lib/contract/pools/register-pool").then((entry) => entry.registerPool);
const releaseClaim = () => import("@/lib/contract/pools/release-claim").then((entry) => entry.releaseClaim);

type BodyFor<Load extends () => Promise<unknown>> = BodyInputOf<Awaited<ReturnType<Load>>>;

const refreshMs = 5_000;
const samplesRefreshMs = 60_000;
const mostPages = 20;

const pace = ({ state }: { state: { error: Error | null } }) => (isNotOffered(state.error) ? false : refreshMs);
const retry = (failures: number, error: Error) => failures < 2 && !isNotOffered(error);

/** Every pool, those that have been without workers for long included. */
export const poolsQuery = queryOptions({
  queryKey: ["pools", "list"] as const,
  queryFn: ({ signal }) => callProxy(listPools, { params: {}, query: { includeStale: "true" }, signal }),
  refetchInterval: pace,
  retry,
});

/** The connected workers, newest first. */
export const workersQuery = queryOptions({
  queryKey: ["pools", "workers"] as const,
  queryFn: async ({ signal }) => {
    const workers: Worker[] = [];
    let pageToken: string | undefined;
    let total = 0;
    for (let page = 0; page < mostPages; page += 1) {
      const answer = await callProxy(listWorkers, { params: {}, query: { limit: "100", pageToken }, signal });
      workers.push(...answer.workers);
      total = answer.totalCount;
      pageToken = answer.nextPageToken;
      if (pageToken === undefined) break;
    }
    return { workers, total };
  },
  refetchInterval: pace,
  retry,
});

export function workerQuery(id: string) {
  return queryOptions({
    queryKey: ["pools", "worker", id] as const,
    queryFn: ({ signal }) => callProxy(getWorker, { params: { id }, signal }),
    refetchInterval: refreshMs,
    retry,
  });
}

export function poolSamplesQuery(pool: string, hours: number) {
  return queryOptions({
    queryKey: ["pools", "samples", pool, hours] as const,
    queryFn: ({ signal }) => callProxy(listPoolSamples, { params: {}, query: { pool, hours: String(hours) }, signal }),
    refetchInterval: samplesRefreshMs,
  });
}

/** A change of pools or claims; pools and workers are read again afterwards, also when it failed. */
function usePoolChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ["pools"] }),
    // Answers may hold secrets: nothing keeps them once nobody shows them.
    gcTime: 0,
  });
}

export const useRegisterPool = () =>
  usePoolChange((body: BodyFor<typeof registerPool>) => callProxy(registerPool, { params: {}, body }));

export const useDeregisterPool = () =>
  usePoolChange((query: QueryInputOf<Awaited<ReturnType<typeof deregisterPool>>>) =>
    callProxy(deregisterPool, { params: {}, query }),
  );

export const useClaim = () =>
  usePoolChange((body: BodyFor<typeof claimPendingRequest>) => callProxy(claimPendingRequest, { params: {}, body }));

export const useMintSessionToken = () =>
  usePoolChange((body: BodyFor<typeof createSessionToken>) => callProxy(createSessionToken, { params: {}, body }));

export const useReleaseClaim = () => usePoolChange((id: string) => callProxy(releaseClaim, { params: { id } }));

export const useCreateWorkerToken = () =>
  usePoolChange((body: BodyFor<typeof createSubToken>) => callProxy(createSubToken, { params: {}, body }));
