"use client";

import { Fragment, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FoldIcon } from "@/components/ui/fold-icon";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Dimension } from "@/lib/contract/dashboard/usage/dimensions";
import type { UsageReport, UsageSum } from "@/lib/contract/dashboard/usage/usage";
import { formatCount } from "./format-numbers";
import { GroupLabel } from "./group-label";
import { type UsageColumn, usageColumns } from "./usage-columns";

/** Loaded when an agent is unfolded. */
const AgentRuns = lazyPart(() => import("./agent-runs"));

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
  const { otherAgents, totals } = report;
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const columns = usageColumns(report, before?.days);
  const groupsBefore = new Map(before?.report[by].map((group) => [group.key, group]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
    <section tabIndex={0} aria-label={`Usage by ${by}`} className="overflow-x-auto rounded-md border">
      <table className="w-full text-sm">
        <Head title={dimensionLabels[by]} columns={columns} />
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
                  <SumCells sum={group} before={groupsBefore.get(group.key)} columns={columns} />
                </tr>
                {opened ? <AgentRuns agentId={key} from={from} to={to} columns={columns} /> : null}
              </Fragment>
            );
          })}
          {by === "agent" && otherAgents ? (
            <tr className="border-t">
              <RowHeader>{formatCount(otherAgents.agents)} more agents</RowHeader>
              <SumCells sum={otherAgents} columns={columns} />
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr className="border-t-2">
            <RowHeader strong>Total</RowHeader>
            <SumCells sum={totals} before={before?.report.totals} columns={columns} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Head({ title, columns }: { title: string; columns: readonly UsageColumn[] }) {
  return (
    <thead className="bg-muted text-muted-foreground text-xs">
      <tr>
        <th scope="col" className={classNames(firstCell, "font-medium max-sm:bg-muted sm:min-w-44")}>
          {title}
        </th>
        {columns.map(({ name, title: description }) => (
          <th key={name} scope="col" title={description} className={`${cell} font-medium`}>
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
  /** The same group in the period before. */
  before?: UsageSum | undefined;
  columns: readonly UsageColumn[];
}

function SumCells({ sum, before, columns }: SumCellsProps) {
  return columns.map(({ name, lead, of }) => (
    <td key={name} className={classNames(cell, lead && "font-medium")}>
      {of(sum, before)}
    </td>
  ));
}
