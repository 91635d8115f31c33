"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { auditQuery } from "@/components/settings/audit-queries";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { Select } from "@/components/ui/select";
import { useUrlState } from "@/components/ui/use-url-state";
import { auditResults } from "@/lib/contract/dashboard/audit/audit-results";
import type { AuditFilters } from "@/lib/contract/dashboard/audit/list-audit";
import { auditTarget } from "@/lib/model/audit-text";
import { AuditRow } from "./audit-row";

const dayMs = 86_400_000;

/** The filters in the URL. Dates are whole days in UTC. */
function filtersOf(get: (name: string) => string): AuditFilters {
  const text = (name: string) => get(name) || undefined;
  const midnight = (name: string, plusDays: number) => {
    const ms = Date.parse(`${text(name)}T00:00:00Z`);
    return Number.isNaN(ms) ? undefined : new Date(ms + plusDays * dayMs).toISOString();
  };
  return {
    user: text("user"),
    operation: text("operation"),
    result: auditResults.find((result) => result === text("result")),
    from: midnight("from", 0),
    to: midnight("until", 1),
  };
}

/** Hard-coded, because importing the contract's entry would bundle its schemas. */
function exportAddress(filters: AuditFilters): string {
  const params = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `/api/dashboard/audit.csv?${new URLSearchParams(params)}`;
}

/** The audit log: who did what through this dashboard, with the result. */
export function AuditScreen() {
  const url = useUrlState();
  const filters = filtersOf(url.get);
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const list = useInfiniteQuery(auditQuery(filters));
  const { data } = list;
  const records = data?.pages.flatMap((page) => page.records) ?? [];
  const names = useAgentNames(
    records.flatMap((record) => {
      const target = auditTarget(record);
      return target && "agentId" in target ? [target.agentId] : [];
    }),
  );
  const dayInput = (name: string, label: string) => (
    <span className="flex items-center gap-1.5 text-muted-foreground text-sm">
      <span aria-hidden>{label}</span>
      {input(name, `${label} (UTC)`, "date")}
    </span>
  );
  const input = (name: string, label: string, type = "search") => (
    <Input
      type={type}
      aria-label={label}
      placeholder={label}
      defaultValue={url.get(name)}
      onChange={(event) => url.set({ [name]: event.target.value })}
      className={type === "date" ? "w-36" : "w-full sm:w-44"}
    />
  );

  return (
    <section aria-label="Audit log" className="max-w-content space-y-3 p-4">
      <search className="flex flex-wrap items-center gap-2">
        {input("user", "User")}
        {input("operation", "Operation")}
        <div className="w-36">
          <Select
            aria-label="Result"
            value={filters.result ?? ""}
            onChange={(event) => url.set({ result: event.target.value })}
          >
            <option value="">Any result</option>
            <option value="done">Succeeded</option>
            <option value="failed">Failed</option>
            <option value="unknown">Unknown</option>
          </Select>
        </div>
        {dayInput("from", "From")}
        {dayInput("until", "To")}
        <Button asChild className="sm:ml-auto">
          <a href={exportAddress(filters)} download>
            <Download aria-hidden />
            CSV
          </a>
        </Button>
      </search>
      <LoadState
        query={list}
        stale="The list may be out of date."
        failed="Couldn't load the audit log."
        loading="Loading audit log"
      />
      {data && records.length === 0 ? (
        <EmptyState icon={ScrollText} title={filtered ? "No matches" : "No entries yet"}>
          {filtered
            ? "No entries match these filters. Enter full operation names, such as createAgent."
            : "Every change made through this dashboard is recorded here."}
        </EmptyState>
      ) : null}
      <ul className="divide-y">
        {records.map((record) => (
          <AuditRow key={record.id} record={record} names={names} />
        ))}
      </ul>
      <NextPageButton of={list} />
    </section>
  );
}
