import type { ReactNode } from "react";
import type { UsageReport } from "@/lib/contract/dashboard/usage";
import { plural } from "@/lib/model/plural";
import { cacheShare } from "@/lib/model/usage/report";
import { kinds } from "./kinds";
import { countText, moneyText, shareText } from "./numbers";

const several = (count: number, one: string) => `${countText(count)} ${plural(count, one)}`;

function Figure({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) {
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
      <Figure name="Total" note={`${several(totals.runs, "run")} of ${several(totals.agents, "agent")}`}>
        {countText(totals.totalTokens)}
      </Figure>
      {kinds.map(({ name, label }) => (
        <Figure key={name} name={label}>
          {countText(totals[name])}
        </Figure>
      ))}
      <Figure name="Cache-hit share" note="of what went in">
        {shareText(cacheShare(totals))}
      </Figure>
      <Figure
        name="Estimate"
        note={
          currency === undefined
            ? "no price table"
            : totals.unpricedTokens
              ? `without ${countText(totals.unpricedTokens)} tokens that have no price`
              : "by your price table, no bill"
        }
      >
        {moneyText(totals.estimate, currency)}
      </Figure>
      <Figure name="Not known" note="not read yet, or not told">
        {several(totals.unknownRuns, "run")}
      </Figure>
    </dl>
  );
}
