"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { auditQuery } from "@/components/settings/audit-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import { auditResults } from "@/lib/contract/dashboard/audit-results";
import type { AuditFilters } from "@/lib/contract/dashboard/list-audit";
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
    person: text("person"),
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
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    auditQuery(filters),
  );
  const records = data?.pages.flatMap((page) => page.records) ?? [];
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
    <section aria-label="Audit log" className="space-y-3 p-4">
      <search className="flex flex-wrap items-center gap-2">
        {input("person", "User")}
        {input("operation", "Operation, such as createAgent")}
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
        {input("from", "From (UTC)", "date")}
        {input("until", "Until (UTC)", "date")}
        <Button asChild className="sm:ml-auto">
          <a href={exportAddress(filters)} download>
            <Download aria-hidden />
            CSV
          </a>
        </Button>
      </search>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "The list may be out of date." : "Couldn't load the audit log."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading audit log" /> : null}
      {data && records.length === 0 ? (
        <EmptyState icon={ScrollText} title={filtered ? "No matches" : "No entries yet"}>
          {filtered
            ? "No entries match these filters. Enter full operation names, as in the API."
            : "Every change made through this dashboard is recorded here."}
        </EmptyState>
      ) : null}
      <ul className="divide-y">
        {records.map((record) => (
          <AuditRow key={record.id} record={record} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Load more"}
        </Button>
      ) : null}
    </section>
  );
}
