"use client";

import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { isUnsupported } from "@/lib/client/call-error";

const getWorkerSummary = () =>
  import("@/lib/contract/pools/get-worker-summary").then((entry) => entry.getWorkerSummary);

const refreshMs = 10_000;
const notOfferedRefreshMs = 5 * 60_000;

/** How many workers are connected and in use, over all pools. */
export const workerSummaryQuery = queryOptions({
  queryKey: ["pools", "summary"] as const,
  queryFn: ({ signal }) => callProxy(getWorkerSummary, { params: {}, signal }),
  retry: (failures, error) => failures < 2 && !isUnsupported(error),
  refetchInterval: ({ state }) => (isUnsupported(state.error) ? notOfferedRefreshMs : refreshMs),
});
