import type { ReactNode } from "react";
import type { UsageReport, UsageSum } from "@/lib/contract/dashboard/usage/usage";
import { plural } from "@/lib/model/plural";
import { cacheShare, costPerMerge, mergeRate } from "@/lib/model/usage/report";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";
import { shownKinds } from "./token-kinds";

const countOf = (count: number, one: string) => `${formatCount(count)} ${plural(count, one)}`;

interface StatProps {
  name: string;
  children: ReactNode;
  note?: ReactNode;
  /** Larger than the others. */
  lead?: boolean;
}

function Stat({ name, children, note, lead = false }: StatProps) {
  return (
    <div
      className={`min-w-0 grow basis-[calc(50%-1px)] space-y-0.5 bg-card p-3 ${lead ? "" : "sm:basis-[calc(25%-1px)]"}`}
    >
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className={`truncate font-semibold tabular-nums ${lead ? "text-xl" : "text-base"}`}>{children}</dd>
      {note ? <dd className="text-muted-foreground text-xs">{note}</dd> : null}
    </div>
  );
}

/** `+12%`; `undefined` if there was nothing before. */
export function changeText(now: number, before: number | undefined): string | undefined {
  if (before === undefined || before === 0) return undefined;
  const change = Math.round((now / before - 1) * 100);
  return `${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)}%`;
}

/** `+12% vs. previous 30 days`; `undefined` if there was nothing before. */
export function trendText(now: number, before: number | undefined, days: number): string | undefined {
  const change = changeText(now, before);
  return change && `${change} vs. previous ${days} days`;
}

/** How many of the agents' pull requests were merged, and at what cost. */
function MergeStats({ report: { totals, currency }, before }: UsageTotalsProps) {
  const { pulls } = totals;
  if (!pulls) return null;
  const [rate, rateBefore] = [mergeRate(totals), before && mergeRate(before.totals)];
  const [cost, costBefore] = [costPerMerge(totals), before && costPerMerge(before.totals)];
  return (
    <>
      <Stat
        name="Merge rate"
        note={`${formatCount(pulls.merged)} merged, ${formatCount(pulls.closed)} closed, ${formatCount(pulls.open)} open${
          before && rateBefore !== undefined ? `. ${formatPercent(rateBefore)} in the previous ${before.days} days` : ""
        }`}
      >
        {formatPercent(rate)}
      </Stat>
      {currency === undefined ? null : (
        <Stat
          name="Cost per merged pull request"
          note={
            (cost !== undefined && costBefore !== undefined && before
              ? trendText(Number(cost), Number(costBefore), before.days)
              : undefined) ?? "Cost of these runs by merged pull requests"
          }
        >
          {formatMoney(cost, currency)}
        </Stat>
      )}
    </>
  );
}

interface UsageTotalsProps {
  report: UsageReport;
  /** The period before, if the range has a start. */
  before: { totals: UsageSum; days: number } | undefined;
}

/** The estimated cost if prices are set, total tokens with their trend, and tokens by kind. */
export function UsageTotals({ report, before }: UsageTotalsProps) {
  const { totals, currency } = report;
  const costTrend = before && trendText(Number(totals.estimate ?? 0), Number(before.totals.estimate ?? 0), before.days);
  const tokenTrend = before && trendText(totals.totalTokens, before.totals.totalTokens, before.days);
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-md border bg-border">
      <Stat
        lead
        name="Estimated cost"
        note={
          currency === undefined
            ? "No prices set"
            : totals.unpricedTokens
              ? `Excludes ${formatCount(totals.unpricedTokens)} tokens without a price`
              : (costTrend ?? "Based on your price table")
        }
      >
        {formatMoney(totals.estimate, currency)}
      </Stat>
      <Stat
        lead
        name="Total tokens"
        note={tokenTrend ?? `${countOf(totals.runs, "run")} by ${countOf(totals.agents, "agent")}`}
      >
        {formatCount(totals.totalTokens)}
      </Stat>
      {shownKinds(totals).map(({ name, label }) => (
        <Stat key={name} name={label}>
          {formatCount(totals[name])}
        </Stat>
      ))}
      {totals.cacheReadTokens > 0 ? (
        <Stat name="Cache hit rate" note="of input tokens">
          {formatPercent(cacheShare(totals))}
        </Stat>
      ) : null}
      <MergeStats report={report} before={before} />
      {totals.unknownRuns > 0 ? (
        <Stat name="Unknown usage" note="Loading or not reported">
          {countOf(totals.unknownRuns, "run")}
        </Stat>
      ) : null}
    </dl>
  );
}
