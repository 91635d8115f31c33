"use client";

import { Fragment, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { FoldIcon } from "@/components/ui/fold-icon";
import { retryImport } from "@/lib/client/retry-import";
import type { Dimension } from "@/lib/contract/dashboard/dimensions";
import type { UsageReport, UsageSum } from "@/lib/contract/dashboard/usage";
import { cacheShare } from "@/lib/model/usage/report";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";
import { GroupLabel } from "./group-label";
import { tokenKinds } from "./token-kinds";

/** Loaded when an agent is unfolded. */
const AgentRuns = lazy(() => retryImport(() => import("./agent-runs")));

interface UsageTableProps {
  report: UsageReport;
  by: Dimension;
  from: string | undefined;
  to: string | undefined;
}

export const dimensionLabels: Readonly<Record<Dimension, string>> = {
  repository: "Repository",
  model: "Model",
  environment: "Environment",
  agent: "Agent",
};

const cell = "px-2 py-1.5 text-right whitespace-nowrap";

/** Usage grouped by a dimension, with totals in the last row. */
export function UsageTable({ report, by, from, to }: UsageTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { currency, otherAgents, totals } = report;
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const columns = 8 + (currency ? 1 : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
    <section tabIndex={0} aria-label={`Usage by ${by}`} className="overflow-x-auto rounded-md border">
      <table className="w-full text-sm">
        <Head title={dimensionLabels[by]} withEstimate={Boolean(currency)} />
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
                  <SumCells sum={group} currency={currency} />
                </tr>
                {opened ? (
                  <Suspense fallback={null}>
                    <AgentRuns agentId={key} from={from} to={to} columns={columns} />
                  </Suspense>
                ) : null}
              </Fragment>
            );
          })}
          {by === "agent" && otherAgents ? (
            <tr className="border-t">
              <RowHeader>{formatCount(otherAgents.agents)} more agents</RowHeader>
              <SumCells sum={otherAgents} currency={currency} />
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr className="border-t-2">
            <RowHeader strong>Total</RowHeader>
            <SumCells sum={totals} currency={currency} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Head({ title, withEstimate }: { title: string; withEstimate: boolean }) {
  return (
    <thead className="bg-muted text-muted-foreground text-xs">
      <tr>
        <th scope="col" className="min-w-44 px-2 py-1.5 text-left font-medium">
          {title}
        </th>
        <th scope="col" className="px-2 py-1.5 text-right font-medium">
          Runs
        </th>
        {tokenKinds.map(({ name, label }) => (
          <th key={name} scope="col" className={`${cell} font-medium`}>
            {label}
          </th>
        ))}
        <th scope="col" className="px-2 py-1.5 text-right font-medium">
          Total
        </th>
        <th scope="col" className={`${cell} font-medium`}>
          Cache hit rate
        </th>
        {withEstimate ? (
          <th scope="col" className="px-2 py-1.5 text-right font-medium">
            Estimated cost
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function RowHeader({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <th scope="row" className={strong ? "px-2 py-1.5 text-left font-semibold" : "px-2 py-1.5 text-left font-normal"}>
      {children}
    </th>
  );
}

function SumCells({ sum, currency }: { sum: UsageSum; currency: string | undefined }) {
  return (
    <>
      <td className={cell}>{formatCount(sum.runs)}</td>
      {tokenKinds.map(({ name }) => (
        <td key={name} className={cell}>
          {formatCount(sum[name])}
        </td>
      ))}
      <td className={`${cell} font-medium`}>{formatCount(sum.totalTokens)}</td>
      <td className={cell}>{formatPercent(cacheShare(sum))}</td>
      {currency ? <td className={cell}>{formatMoney(sum.estimate, currency)}</td> : null}
    </>
  );
}
