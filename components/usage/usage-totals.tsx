import type { ReactNode } from "react";
import type { UsageReport } from "@/lib/contract/dashboard/usage";
import { plural } from "@/lib/model/plural";
import { cacheShare } from "@/lib/model/usage/report";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";
import { tokenKinds } from "./token-kinds";

const countOf = (count: number, one: string) => `${formatCount(count)} ${plural(count, one)}`;

function Stat({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0 space-y-0.5 bg-card p-3">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="truncate font-semibold text-base">{children}</dd>
      {note ? <dd className="text-muted-foreground text-xs">{note}</dd> : null}
    </div>
  );
}

/** Total tokens, tokens by kind, cache hit rate, and estimated cost if prices are set. */
export function UsageTotals({ report }: { report: UsageReport }) {
  const { totals, currency } = report;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-border sm:grid-cols-4">
      <Stat name="Total" note={`${countOf(totals.runs, "run")} by ${countOf(totals.agents, "agent")}`}>
        {formatCount(totals.totalTokens)}
      </Stat>
      {tokenKinds.map(({ name, label }) => (
        <Stat key={name} name={label}>
          {formatCount(totals[name])}
        </Stat>
      ))}
      <Stat name="Cache hit rate" note="of input tokens">
        {formatPercent(cacheShare(totals))}
      </Stat>
      <Stat
        name="Estimated cost"
        note={
          currency === undefined
            ? "No prices set"
            : totals.unpricedTokens
              ? `Excludes ${formatCount(totals.unpricedTokens)} tokens without a price`
              : "Based on your price table"
        }
      >
        {formatMoney(totals.estimate, currency)}
      </Stat>
      <Stat name="Unknown usage" note="Loading or not reported">
        {countOf(totals.unknownRuns, "run")}
      </Stat>
    </dl>
  );
}
