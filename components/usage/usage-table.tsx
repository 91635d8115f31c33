"use client";

import { Fragment, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FoldIcon } from "@/components/ui/fold-icon";
import { retryImport } from "@/lib/client/retry-import";
import type { Dimension } from "@/lib/contract/dashboard/dimensions";
import type { UsageReport, UsageSum } from "@/lib/contract/dashboard/usage";
import { cacheShare, costPerMerge, mergeRate } from "@/lib/model/usage/report";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";
import { GroupLabel } from "./group-label";
import { shownKinds, type TokenKind } from "./token-kinds";
import { changeText } from "./usage-totals";

/** Loaded when an agent is unfolded. */
const AgentRuns = lazy(() => retryImport(() => import("./agent-runs")));

interface UsageTableProps {
  report: UsageReport;
  /** The period before, if the range has a start. */
  before: { report: UsageReport; days: number } | undefined;
  by: Dimension;
  from: string | undefined;
  to: string | undefined;
}

export const dimensionLabels: Readonly<Record<Dimension, string>> = {
  repository: "Repository",
  model: "Model",
  environment: "Environment",
  owner: "Owner",
  agent: "Agent",
};

/** Stays in place while a phone scrolls the numbers. */
const firstCell = "max-sm:sticky max-sm:left-0 max-sm:max-w-36 max-sm:truncate px-2 py-1.5 text-left";
const cell = "px-2 py-1.5 text-right whitespace-nowrap";

/** Usage grouped by a dimension, with totals in the last row. */
export function UsageTable({ report, before, by, from, to }: UsageTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { currency, otherAgents, totals } = report;
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const kinds = shownKinds(totals);
  const cached = totals.cacheReadTokens > 0;
  const shape = { kinds, cached, currency, merges: totals.pulls !== undefined, days: before?.days };
  const columns = 3 + kinds.length + extraColumns(shape).length;
  const tokensBefore = new Map(before?.report[by].map(({ key, totalTokens }) => [key, totalTokens]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
    <section tabIndex={0} aria-label={`Usage by ${by}`} className="overflow-x-auto rounded-md border">
      <table className="w-full text-sm">
        <Head title={dimensionLabels[by]} shape={shape} />
        <tbody>
          {report[by].map((group) => {
            const key = group.key ?? "";
            const opened = by === "agent" && open.has(key);
            return (
              <Fragment key={group.key ?? "unknown"}>
                <tr className="border-t hover:bg-muted/60">
                  <RowHeader>
                    <span className="flex min-w-0 max-w-72 items-center gap-1">
                      {by === "agent" ? (
                        <Button
                          variant="ghost"
                          size="smallIcon"
                          aria-expanded={opened}
                          aria-label={`Runs of ${group.label || key}`}
                          onClick={() => toggle(key)}
                        >
                          <FoldIcon open={opened} />
                        </Button>
                      ) : null}
                      <span className="truncate">
                        <GroupLabel by={by} group={group} />
                      </span>
                    </span>
                  </RowHeader>
                  <SumCells sum={group} before={tokensBefore.get(group.key)} shape={shape} />
                </tr>
                {opened ? (
                  <Suspense fallback={null}>
                    <AgentRuns
                      agentId={key}
                      from={from}
                      to={to}
                      columns={columns}
                      kinds={kinds}
                      cached={cached}
                      trend={before !== undefined}
                    />
                  </Suspense>
                ) : null}
              </Fragment>
            );
          })}
          {by === "agent" && otherAgents ? (
            <tr className="border-t">
              <RowHeader>{formatCount(otherAgents.agents)} more agents</RowHeader>
              <SumCells sum={otherAgents} shape={shape} />
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr className="border-t-2">
            <RowHeader strong>Total</RowHeader>
            <SumCells sum={totals} before={before?.report.totals.totalTokens} shape={shape} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The columns that have values. */
interface Shape {
  kinds: readonly TokenKind[];
  cached: boolean;
  currency: string | undefined;
  /** There are pull requests. */
  merges: boolean;
  /** Days of the period before, if it is known. */
  days: number | undefined;
}

/** The titles of the columns after the total. */
const extraColumns = ({ cached, currency, merges, days }: Shape): string[] => [
  ...(days === undefined ? [] : ["Change"]),
  ...(cached ? ["Cache hit rate"] : []),
  ...(currency ? ["Estimated cost"] : []),
  ...(merges ? ["Merged PRs", "Merge rate"] : []),
  ...(merges && currency ? ["Cost per merge"] : []),
];

function Head({ title, shape }: { title: string; shape: Shape }) {
  const { kinds, days } = shape;
  return (
    <thead className="bg-muted text-muted-foreground text-xs">
      <tr>
        <th scope="col" className={classNames(firstCell, "font-medium max-sm:bg-muted sm:min-w-44")}>
          {title}
        </th>
        <th scope="col" className="px-2 py-1.5 text-right font-medium">
          Runs
        </th>
        {kinds.map(({ name, label }) => (
          <th key={name} scope="col" className={`${cell} font-medium`}>
            {label}
          </th>
        ))}
        <th scope="col" className="px-2 py-1.5 text-right font-medium">
          Total
        </th>
        {extraColumns(shape).map((name) => (
          <th
            key={name}
            scope="col"
            title={name === "Change" ? `Total tokens compared with the previous ${days} days` : undefined}
            className={`${cell} font-medium`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function RowHeader({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <th scope="row" className={classNames(firstCell, "max-sm:bg-background", strong ? "font-semibold" : "font-normal")}>
      {children}
    </th>
  );
}

interface SumCellsProps {
  sum: UsageSum;
  /** Total tokens of the period before. */
  before?: number | undefined;
  shape: Shape;
}

function SumCells({ sum, before, shape: { kinds, cached, currency, merges, days } }: SumCellsProps) {
  return (
    <>
      <td className={cell}>{formatCount(sum.runs)}</td>
      {kinds.map(({ name }) => (
        <td key={name} className={cell}>
          {formatCount(sum[name])}
        </td>
      ))}
      <td data-total className={`${cell} font-medium`}>
        {formatCount(sum.totalTokens)}
      </td>
      {days === undefined ? null : <td className={cell}>{changeText(sum.totalTokens, before) ?? "–"}</td>}
      {cached ? <td className={cell}>{formatPercent(cacheShare(sum))}</td> : null}
      {currency ? <td className={cell}>{formatMoney(sum.estimate, currency)}</td> : null}
      {merges ? (
        <>
          <td className={cell}>{formatCount(sum.pulls?.merged ?? 0)}</td>
          <td className={cell}>{formatPercent(mergeRate(sum))}</td>
          {currency ? <td className={cell}>{formatMoney(costPerMerge(sum), currency)}</td> : null}
        </>
      ) : null}
    </>
  );
}
