"use client";

import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { type Dimension, dimensions } from "@/lib/contract/dashboard/usage/dimensions";
import type { UsageReport } from "@/lib/contract/dashboard/usage/usage";
import { shownKinds } from "./token-kinds";
import { type Measure, UsageChart } from "./usage-chart";
import { dimensionLabels, UsageTable } from "./usage-table";
import { UsageTotals } from "./usage-totals";

interface UsageReportViewProps {
  report: UsageReport;
  by: Dimension;
  from: string | undefined;
  to: string | undefined;
  /** True while another range is loading. */
  isStale: boolean;
  onBy: (by: Dimension) => void;
  /** What the chart shows. */
  measure: Measure;
  onMeasure: (measure: Measure) => void;
  before: { report: UsageReport; days: number } | undefined;
  /** `undefined` if the user can't set prices. */
  onSetPrices: (() => void) | undefined;
}

/** The totals, chart and table of a range. */
export default function UsageReportView(props: UsageReportViewProps) {
  const { report, by, from, to, isStale, onBy, before, onSetPrices, measure, onMeasure } = props;
  return (
    <div className={isStale ? "space-y-5 opacity-60" : "space-y-5"} aria-busy={isStale}>
      {report.currency === undefined && onSetPrices ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-muted px-3 py-2 text-sm">
          <p>Set model prices to see what agents cost.</p>
          <Button size="small" onClick={onSetPrices}>
            Set prices
          </Button>
        </div>
      ) : null}
      <UsageTotals report={report} before={before && { totals: before.report.totals, days: before.days }} />
      <UsageChart
        days={report.days}
        from={from}
        to={to}
        kinds={shownKinds(report.totals)}
        currency={report.currency}
        measure={measure}
        onMeasure={onMeasure}
      />
      <div className="space-y-3">
        <Segmented
          label="Group by"
          value={by}
          options={dimensions.map((value) => ({ value, label: dimensionLabels[value] }))}
          onChange={onBy}
        />
        <UsageTable report={report} before={before} by={by} from={from} to={to} />
        <p className="text-muted-foreground text-xs">
          {by === "repository" ? "An agent with several repositories counts toward the first one. " : null}
          {by === "model" ? "The model requested at launch, for agents launched from this dashboard. " : null}
          Runs count toward the UTC day they were created. Deleted agents aren&apos;t included.
          {report.totals.pulls
            ? " Merge rate: merged pull requests of agents with runs in this range, out of those merged or closed by now."
            : null}
        </p>
      </div>
    </div>
  );
}
