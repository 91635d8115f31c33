"use client";

import { useQuery } from "@tanstack/react-query";
import { launchQuery } from "@/components/launch/launch-queries";
import { formatMoney } from "@/components/usage/format-numbers";
import { pricesQuery } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { pricer, toDecimal } from "@/lib/model/usage/estimate";
import { agentUsageQuery } from "./agent-details-queries";

/** The model, tokens and estimated cost of an agent. The cost is absent without a price for its model. */
export function useAgentCost(agent: Agent) {
  const usage = useQuery(agentUsageQuery(callProxy, agent.id, agent.updatedAt));
  const prices = useQuery(pricesQuery(callProxy));
  const launch = useQuery(launchQuery(agent.id));
  const model = launch.data?.model || undefined;
  const counts = usage.data?.totalUsage;
  const table = prices.data?.table;
  const exact = counts && launch.data !== undefined ? pricer(table)(model ?? "", counts) : undefined;
  return {
    model,
    counts,
    // Newest first: context and cost are those of the session so far.
    session: usage.data?.runs.find((run) => run.session !== undefined)?.session,
    error: usage.error,
    cost: exact === undefined || counts?.totalTokens === 0 ? undefined : formatMoney(toDecimal(exact), table?.currency),
    hasPrices: table !== undefined || prices.isPending,
  };
}
