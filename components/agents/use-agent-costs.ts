"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usageKeys } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";

const listAgentCosts = () =>
  import("@/lib/contract/dashboard/usage/list-agent-costs").then((entry) => entry.listAgentCosts);

/** Estimated costs by agent. Empty without a price table. */
export function useAgentCosts() {
  const { data } = useQuery({
    queryKey: [...usageKeys.all, "agent-costs"] as const,
    queryFn: ({ signal }) => callProxy(listAgentCosts, { params: {}, signal }),
    staleTime: 60_000,
    refetchInterval: 60_000,
  });
  return useMemo(() => ({ costs: new Map(Object.entries(data?.costs ?? {})), currency: data?.currency }), [data]);
}
