import type { ReactNode } from "react";
import type { UsageReport } from "@/lib/contract/dashboard/usage";
import { plural } from "@/lib/model/plural";
import { cacheShare } from "@/lib/model/usage/report";
import { tokenKinds } from "./token-tokenKinds";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";

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

/** The five kinds of tokens, the share read from the cache, and money where there is a price table. */
export function UsageTotals({ report }: { report: UsageReport }) {
  const { totals, currency } = report;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-border sm:grid-cols-4">
      <Stat name="Total" note={`${countOf(totals.runs, "run")} of ${countOf(totals.agents, "agent")}`}>
        {formatCount(totals.totalTokens)}
      </Stat>
      {tokenKinds.map(({ name, label }) => (
        <Stat key={name} name={label}>
          {formatCount(totals[name])}
        </Stat>
      ))}
      <Stat name="Cache-hit share" note="of what went in">
        {formatPercent(cacheShare(totals))}
      </Stat>
      <Stat
        name="Estimate"
        note={
          currency === undefined
            ? "no price table"
            : totals.unpricedTokens
              ? `without ${formatCount(totals.unpricedTokens)} tokens that have no price`
              : "by your price table, no bill"
        }
      >
        {formatMoney(totals.estimate, currency)}
      </Stat>
      <Stat name="Not known" note="not read yet, or not told">
        {countOf(totals.unknownRuns, "run")}
      </Stat>
    </dl>
  );
}
