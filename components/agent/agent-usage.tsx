"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, formatPercent } from "@/components/usage/format-numbers";
import { tokenKinds } from "@/components/usage/token-kinds";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { cacheShare } from "@/lib/model/usage/report";
import { agentUsageQuery } from "./agent-details-queries";

/** An agent's token usage by kind. It is updated when a run ends, which changes `updatedAt`. */
export function AgentUsage({ agent }: { agent: Agent }) {
  const { data, error } = useQuery(agentUsageQuery(callProxy, agent.id, agent.updatedAt));
  const usage = data?.totalUsage;
  return (
    <section className="space-y-2">
      <h2 className="font-medium text-muted-foreground text-xs">Usage</h2>
      {error ? <p className="text-muted-foreground">Couldn't load usage: {error.message}</p> : null}
      {usage ? (
        <dl className="space-y-1">
          {tokenKinds.map(({ name, label }) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="tabular-nums">{formatCount(usage[name])}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-3">
            <dt className="text-muted-foreground">Total tokens</dt>
            <dd className="tabular-nums">{formatCount(usage.totalTokens)}</dd>
          </div>
          <div className="flex justify-between gap-3">
            <dt className="text-muted-foreground">Cache hit rate</dt>
            <dd>{formatPercent(cacheShare(usage))}</dd>
          </div>
        </dl>
      ) : null}
    </section>
  );
}
