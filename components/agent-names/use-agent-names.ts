"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { callProxy } from "@/lib/client/call";

const getAgentNames = () =>
  import("@/lib/contract/dashboard/agents/get-agent-names").then((entry) => entry.getAgentNames);

const chunkSize = 100;
/** Agents beyond this limit are shown by ID. */
const maxIds = 2_000;
const none: ReadonlyMap<string, string> = new Map();

/** The known names of agents, by ID. */
export function useAgentNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = useMemo(() => [...new Set(ids)].sort().slice(0, maxIds), [ids]);
  const { data } = useQuery({
    queryKey: ["agents", "names", wanted.join(" ")] as const,
    enabled: wanted.length > 0,
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for (let start = 0; start < wanted.length; start += chunkSize) {
        const query = { ids: wanted.slice(start, start + chunkSize).join(",") };
        const response = await callProxy(getAgentNames, { params: {}, query, signal });
        for (const { id, name } of response.agents) names.set(id, name);
      }
      return names;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    structuralSharing: false,
  });
  return data ?? none;
}
