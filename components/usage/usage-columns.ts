import type { RunUsage } from "@/lib/contract/dashboard/usage/list-run-usage";
import type { UsageReport, UsageSum } from "@/lib/contract/dashboard/usage/usage";
import { cacheShare, costPerMerge, mergeRate } from "@/lib/model/usage/report";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";
import { shownKinds } from "./token-kinds";
import { changeText } from "./usage-totals";

export interface UsageColumn {
  name: string;
  title?: string | undefined;
  /** Leads the table: the cost, or the tokens without prices. */
  lead?: boolean;
  /** `before`: the same group in the period before. */
  of: (sum: UsageSum, before: UsageSum | undefined) => string;
  /** The text for a single run; absent if the column only makes sense for several. */
  ofRun?: (run: RunUsage) => string;
}

const none = "–";

/** The columns that have values, the cost first. `days`: days of the period before, if it is known. */
export function usageColumns({ totals, currency }: UsageReport, days: number | undefined): UsageColumn[] {
  const priced = currency !== undefined;
  const change: UsageColumn = {
    name: "Change",
    title: `${priced ? "Estimated cost" : "Total tokens"} compared with the previous ${days} days`,
    of: (sum, before) =>
      (priced
        ? changeText(Number(sum.estimate ?? 0), before && Number(before.estimate ?? 0))
        : changeText(sum.totalTokens, before?.totalTokens)) ?? none,
  };
  const trend = days === undefined ? [] : [change];
  const cost: UsageColumn = {
    name: "Estimated cost",
    lead: true,
    of: ({ estimate }) => formatMoney(estimate, currency),
    ofRun: ({ estimate }) => formatMoney(estimate, currency),
  };
  const tokens: UsageColumn = {
    name: "Total tokens",
    lead: !priced,
    of: ({ totalTokens }) => formatCount(totalTokens),
    ofRun: ({ usage }) => (usage ? formatCount(usage.totalTokens) : "unknown"),
  };
  return [
    ...(priced ? [cost, ...trend, tokens] : [tokens, ...trend]),
    ...shownKinds(totals).map(({ name, label }) => ({
      name: label,
      of: (sum: UsageSum) => formatCount(sum[name]),
      ofRun: ({ usage }: RunUsage) => (usage ? formatCount(usage[name]) : none),
    })),
    ...(totals.cacheReadTokens > 0
      ? [
          {
            name: "Cache hit rate",
            of: (sum: UsageSum) => formatPercent(cacheShare(sum)),
            ofRun: ({ usage }: RunUsage) => (usage ? formatPercent(cacheShare(usage)) : none),
          },
        ]
      : []),
    { name: "Runs", of: ({ runs }) => formatCount(runs), ofRun: () => "1" },
    ...(totals.pulls
      ? [
          { name: "Merged PRs", of: ({ pulls }: UsageSum) => formatCount(pulls?.merged ?? 0) },
          { name: "Merge rate", of: (sum: UsageSum) => formatPercent(mergeRate(sum)) },
        ]
      : []),
    ...(totals.pulls && priced
      ? [{ name: "Cost per merge", of: (sum: UsageSum) => formatMoney(costPerMerge(sum), currency) }]
      : []),
  ];
}
