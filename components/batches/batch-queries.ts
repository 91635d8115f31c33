"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { Batch } from "@/lib/contract/dashboard/batches/batch";

const getBatch = () => import("@/lib/contract/dashboard/batches/get-batch").then((entry) => entry.getBatch);
const listBatches = () => import("@/lib/contract/dashboard/batches/list-batches").then((entry) => entry.listBatches);
const retryBatchMember = () =>
  import("@/lib/contract/dashboard/batches/retry-batch-member").then((entry) => entry.retryBatchMember);

const batchKeys = {
  list: ["batches", "list"] as const,
  one: (id: string) => ["batches", "one", id] as const,
};
const launchingRefetchMs = 1_000;
const settledRefetchMs = 15_000;

/** True while agents of a batch are still being launched. */
export const isLaunching = ({ members }: Pick<Batch, "members">): boolean =>
  members.some(({ state }) => state === "waiting" || state === "launching");

export function batchQuery(id: string) {
  return queryOptions({
    queryKey: batchKeys.one(id),
    queryFn: ({ signal }) => callProxy(getBatch, { params: { batchId: id }, signal }),
    refetchInterval: ({ state }) => (state.data && isLaunching(state.data) ? launchingRefetchMs : settledRefetchMs),
  });
}

export const batchesQuery = queryOptions({
  queryKey: batchKeys.list,
  queryFn: ({ signal }) => callProxy(listBatches, { params: {}, signal }),
  refetchInterval: settledRefetchMs,
});

export function useRetryMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (position: number) =>
      callProxy(retryBatchMember, { params: { batchId: id, position: String(position) } }),
    onSuccess: (batch) => client.setQueryData(batchKeys.one(id), batch),
    onError: () => client.invalidateQueries({ queryKey: batchKeys.one(id) }),
  });
}
