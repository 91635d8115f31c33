"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Coins, Download } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useUrlState } from "@/components/ui/use-url-state";
import { usageReportQuery } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import { type Dimension, dimensions } from "@/lib/contract/dashboard/dimensions";
import type { UsageReport } from "@/lib/contract/dashboard/usage";
import { paths } from "@/lib/model/paths";
import { RangeBar } from "./range-bar";
import { dimensionLabels, UsageTable } from "./usage-table";
import { UsageTotals } from "./usage-totals";

/** Loaded after the numbers. */
const UsageChart = lazy(() =>
  retryImport(() => import("./usage-chart").then((module) => ({ default: module.UsageChart }))),
);

/** Loaded when an admin opens it. */
const PricesDialog = lazy(() => retryImport(() => import("./prices-dialog")));

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function UsageScreen({ canSetPrices }: { canSetPrices: boolean }) {
  const url = useUrlState();
  const [pricing, setPricing] = useState(false);
  const [from, to] = [url.get("from"), url.get("to")].map((text) => (isDay(text) ? text : undefined));
  const by = dimensions.find((each) => each === url.get("by")) ?? "repository";
  const { data, error, isPlaceholderData, refetch } = useQuery(usageReportQuery(callProxy, { from, to }));
  const range = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}) });

  return (
    <>
      <PageHeader
        title="Usage"
        actions={
          <>
            {canSetPrices ? (
              <Button size="small" onClick={() => setPricing(true)}>
                <Coins aria-hidden />
                Prices
              </Button>
            ) : null}
            <Button size="small" asChild>
              <a href={`/api/dashboard/usage/export?${range}`} download>
                <Download aria-hidden />
                CSV
              </a>
            </Button>
          </>
        }
      />
      <div className="space-y-5 p-4">
        <RangeBar from={from} to={to} onChange={(range) => url.set({ from: range.from ?? "", to: range.to ?? "" })} />
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "Showing previously loaded data." : "Couldn't load usage."}
          </CallFailure>
        ) : null}
        {data ? <DataNotes progress={data.progress} unreconciled={data.report.unreconciledRuns} /> : null}
        {data === undefined && !error ? (
          <div role="status" aria-label="Loading usage" className="space-y-4">
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-44 w-full" />
          </div>
        ) : null}
        {data?.report.totals.runs === 0 ? (
          <NoRuns onShowAll={from || to ? () => url.set({ from: "", to: "" }) : undefined} />
        ) : null}
        {data && data.report.totals.runs > 0 ? (
          <UsageReportView
            report={data.report}
            by={by}
            from={from}
            to={to}
            isStale={isPlaceholderData}
            onBy={(next) => url.set({ by: next === "repository" ? "" : next })}
          />
        ) : null}
      </div>
      {pricing ? (
        <Suspense fallback={null}>
          <PricesDialog open onOpenChange={setPricing} />
        </Suspense>
      ) : null}
    </>
  );
}

/** `onShowAll` clears the range; `undefined` when no range is set. */
function NoRuns({ onShowAll }: { onShowAll: (() => void) | undefined }) {
  if (onShowAll) {
    return (
      <EmptyState
        icon={ChartColumn}
        title="No runs in this range"
        action={<Button onClick={onShowAll}>Show all days</Button>}
      >
        Tokens are counted on the day a run is created.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ChartColumn}
      title="No runs yet"
      action={
        <Button asChild>
          <Link href={paths.newAgent()}>New agent</Link>
        </Button>
      }
    >
      Usage appears here after an agent's first run.
    </EmptyState>
  );
}

interface UsageReportViewProps {
  report: UsageReport;
  by: Dimension;
  from: string | undefined;
  to: string | undefined;
  /** True while another range is loading. */
  isStale: boolean;
  onBy: (by: Dimension) => void;
}

function UsageReportView({ report, by, from, to, isStale, onBy }: UsageReportViewProps) {
  return (
    <div className={isStale ? "space-y-5 opacity-60" : "space-y-5"} aria-busy={isStale}>
      <UsageTotals report={report} />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <UsageChart days={report.days} from={from} to={to} />
      </Suspense>
      <div className="space-y-3">
        <Segmented
          label="Group by"
          value={by}
          options={dimensions.map((value) => ({ value, label: dimensionLabels[value] }))}
          onChange={onBy}
        />
        <UsageTable report={report} by={by} from={from} to={to} />
        <p className="text-muted-foreground text-xs">
          {by === "repository" ? "An agent with several repositories counts toward the first one. " : null}
          {by === "model" ? "The model requested at launch, for agents launched from this dashboard. " : null}
          Runs count toward the UTC day they were created. Deleted agents aren&apos;t included.
        </p>
      </div>
    </div>
  );
}

interface DataNotesProps {
  progress: { complete: boolean; agents: number; known: number; trouble?: string | undefined };
  unreconciled: number;
}

/** Notes on what the report doesn't include. */
function DataNotes({ progress: { complete, agents, known, trouble }, unreconciled }: DataNotesProps) {
  const notes = [
    ...(trouble ? [`Couldn't refresh from the service: ${trouble}`] : []),
    ...(complete ? [] : ["The list of agents is still loading. Totals may increase."]),
    ...(known < agents ? [`${agents - known} of ${agents} agents aren't up to date yet.`] : []),
    ...(unreconciled > 0
      ? [`For ${unreconciled} runs, the service's total differs from the sum of the token kinds. The sum is shown.`]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <div role="status" className="rounded-md border bg-muted px-3 py-2 text-muted-foreground text-xs">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
