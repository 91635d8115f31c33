"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Coins, Download } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TabBar } from "@/components/ui/tab-bar";
import { useUrlState } from "@/components/ui/use-url-state";
import { usageReportQuery } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import { loadEarly } from "@/lib/client/load-early";
import { dimensions } from "@/lib/contract/dashboard/usage/dimensions";
import { paths } from "@/lib/model/paths";
import { daysAgo, RangeBar } from "./range-bar";

/** The numbers; they load after the page. */
const UsageReportView = browserOnly(
  loadEarly(() => import("./usage-report-view")),
  UsageLoading,
);

/** Loaded when an admin opens it. */
const PricesDialog = lazyPart(() => import("./prices-dialog"));

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

interface Range {
  from: string | undefined;
  to: string | undefined;
}

const defaultDays = 30;

/** The range in the URL; the last 30 days by default. */
function rangeOf(get: (name: string) => string): Range {
  const [from, to] = [get("from"), get("to")].map((text) => (isDay(text) ? text : undefined));
  return from || to || get("range") === "all" ? { from, to } : { from: daysAgo(defaultDays), to };
}

const dayMs = 86_400_000;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The same number of days right before a range; `undefined` for a range without a start. */
function previousRange(from: string | undefined, to: string | undefined): (Range & { days: number }) | undefined {
  if (from === undefined) return undefined;
  const start = Date.parse(from);
  const days = Math.round((Date.parse(to ?? toDay(Date.now())) - start) / dayMs) + 1;
  return days > 0 ? { from: toDay(start - days * dayMs), to: toDay(start - dayMs), days } : undefined;
}

export function UsageScreen({ canSetPrices }: { canSetPrices: boolean }) {
  const url = useUrlState();
  const [pricing, setPricing] = useState(false);
  const { from, to } = rangeOf(url.get);
  const by = dimensions.find((each) => each === url.get("by")) ?? "repository";
  const { data, error, isPlaceholderData, refetch } = useQuery(usageReportQuery(callProxy, { from, to }));
  const previous = previousRange(from, to);
  const before = useQuery({
    ...usageReportQuery(callProxy, previous ?? { from: undefined, to: undefined }),
    enabled: previous !== undefined,
  });
  const range = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}) });

  const setRange = (next: Range) =>
    url.set({ from: next.from ?? "", to: next.to ?? "", range: next.from || next.to ? "" : "all" });

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
      <TabBar
        label="Usage views"
        tabs={[
          { name: "Usage", current: true, href: paths.usage() },
          { name: "Budgets", current: false, href: paths.budgets() },
        ]}
      />
      <div className="max-w-content space-y-5 p-4">
        <RangeBar from={from} to={to} onChange={setRange} />
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "Showing previously loaded data." : "Couldn't load usage."}
          </CallFailure>
        ) : null}
        {data ? <DataNotes progress={data.progress} unreconciled={data.report.unreconciledRuns} /> : null}
        {data === undefined && !error ? <UsageLoading /> : null}
        {data?.report.totals.runs === 0 ? (
          <NoRuns onShowAll={from || to ? () => setRange({ from: undefined, to: undefined }) : undefined} />
        ) : null}
        {data && data.report.totals.runs > 0 ? (
          <UsageReportView
            report={data.report}
            by={by}
            from={from}
            to={to}
            isStale={isPlaceholderData}
            before={
              previous && before.data && !before.isPlaceholderData
                ? { report: before.data.report, days: previous.days }
                : undefined
            }
            onSetPrices={canSetPrices ? () => setPricing(true) : undefined}
            onBy={(next) => url.set({ by: next === "repository" ? "" : next })}
            measure={url.get("chart") === "tokens" ? "tokens" : "cost"}
            onMeasure={(next) => url.set({ chart: next === "cost" ? "" : next })}
          />
        ) : null}
      </div>
      {pricing ? <PricesDialog open onOpenChange={setPricing} /> : null}
    </>
  );
}

function UsageLoading() {
  return (
    <div role="status" aria-label="Loading usage" className="space-y-4">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-44 w-full" />
    </div>
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

interface DataNotesProps {
  progress: { complete: boolean; agents: number; known: number; lastError?: string | undefined };
  unreconciled: number;
}

/** Notes on what the report doesn't include. */
function DataNotes({ progress: { complete, agents, known, lastError }, unreconciled }: DataNotesProps) {
  const notes = [
    ...(lastError ? [`Couldn't refresh from the service: ${lastError}`] : []),
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
