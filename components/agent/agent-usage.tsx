"use client";

import { useQuery } from "@tanstack/react-query";
import { kinds } from "@/components/usage/kinds";
import { countText, shareText } from "@/components/usage/numbers";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { cacheShare } from "@/lib/model/usage/report";
import { agentUsageQuery } from "./agent-details-queries";

/** What an agent has used, kind by kind. It is counted when a run ends, which is a change of the agent. */
export function AgentUsage({ agent }: { agent: Agent }) {
  const { data, error } = useQuery(agentUsageQuery(callProxy, agent.id, agent.updatedAt));
  const usage = data?.totalUsage;
  return (
    <section className="space-y-2">
      <h2 className="font-medium text-muted-foreground text-xs">Usage</h2>
      {error ? <p className="text-muted-foreground">It could not be read: {error.message}</p> : null}
      {usage ? (
        <dl className="space-y-1">
          {kinds.map(({ name, label }) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="tabular-nums">{countText(usage[name])}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-3">
            <dt className="text-muted-foreground">Total tokens</dt>
            <dd className="tabular-nums">{countText(usage.totalTokens)}</dd>
          </div>
          <div className="flex justify-between gap-3">
            <dt className="text-muted-foreground">Read from cache</dt>
            <dd>{shareText(cacheShare(usage))}</dd>
          </div>
        </dl>
      ) : null}
    </section>
  );
}
