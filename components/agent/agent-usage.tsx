"use client";

import Link from "next/link";
import { formatCompact, formatCount, formatMoney, formatPercent } from "@/components/usage/format-numbers";
import { tokenKinds } from "@/components/usage/token-kinds";
import type { Agent } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/model/paths";
import { cacheShare } from "@/lib/model/usage/report";
import { DetailRow, PanelSection } from "./panel-section";
import { useAgentCost } from "./use-agent-cost";

/** An agent's cost and tokens by kind, without kinds it didn't use. It is updated when a run ends. */
export function AgentUsage({ agent }: { agent: Agent }) {
  const { counts, session, error, cost, hasPrices } = useAgentCost(agent);
  if (!error && (!counts || counts.totalTokens === 0)) return null;
  const share = counts && counts.cacheReadTokens > 0 ? cacheShare(counts) : undefined;
  return (
    <PanelSection title="Cost">
      {error ? <p className="text-muted-foreground">Couldn't load usage: {error.message}</p> : null}
      {counts ? (
        <dl className="space-y-1 tabular-nums">
          {cost ? <DetailRow name="Estimated cost">{cost}</DetailRow> : null}
          {session?.cost && session.cost.amount > 0 ? (
            <DetailRow name="Session cost">{formatMoney(String(session.cost.amount), session.cost.currency)}</DetailRow>
          ) : null}
          {session?.context && session.context.size > 0 ? (
            <DetailRow name="Context">
              {formatCompact(session.context.used)} of {formatCompact(session.context.size)} (
              {formatPercent(session.context.used / session.context.size)})
            </DetailRow>
          ) : null}
          {tokenKinds
            .filter(({ name }) => counts[name] > 0)
            .map(({ name, label }) => (
              <DetailRow key={name} name={label}>
                {formatCount(counts[name])}
              </DetailRow>
            ))}
          <DetailRow name="Total tokens">{formatCount(counts.totalTokens)}</DetailRow>
          {share === undefined ? null : <DetailRow name="Cache hit rate">{formatPercent(share)}</DetailRow>}
        </dl>
      ) : null}
      {hasPrices ? null : (
        <p>
          <Link href={paths.usage()} className="text-primary underline underline-offset-2">
            Set token prices
          </Link>{" "}
          <span className="text-muted-foreground">to see costs.</span>
        </p>
      )}
    </PanelSection>
  );
}
