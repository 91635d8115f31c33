"use client";

import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";

const getKeyCapabilities = () =>
  import("@/lib/contract/dashboard/keys/get-key-capabilities").then((entry) => entry.getKeyCapabilities);

/** The capabilities of the dashboard's keys. Each check makes a dozen requests, so the result is cached. */
export const keyCapabilitiesQuery = queryOptions({
  queryKey: ["keys", "capabilities"] as const,
  queryFn: ({ signal }) => callProxy(getKeyCapabilities, { params: {}, signal }),
  staleTime: 60_000,
});
