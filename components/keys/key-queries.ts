"use client";

import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";

const getKeyCapabilities = () =>
  import("@/lib/contract/dashboard/get-key-capabilities").then((entry) => entry.getKeyCapabilities);

/** What the dashboard's keys can do. Each answer asks the service a dozen questions, so it is kept for a while. */
export const keyCapabilitiesQuery = queryOptions({
  queryKey: ["keys", "capabilities"] as const,
  queryFn: ({ signal }) => callProxy(getKeyCapabilities, { params: {}, signal }),
  staleTime: 60_000,
});
