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

/** The filters in the URL; days are whole days in UTC. */
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

/** Written out, since the contract's entry would bring its schemas into the page. */
function exportAddress(filters: AuditFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `/api/dashboard/audit.csv?${new URLSearchParams(given)}`;
}

/** Who did what through this dashboard, and how it ended. */
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
        {input("person", "Person")}
        {input("operation", "Operation, such as createAgent")}
        <div className="w-36">
          <Select
            aria-label="Result"
            value={filters.result ?? ""}
            onChange={(event) => url.set({ result: event.target.value })}
          >
            <option value="">Any result</option>
            <option value="done">Done</option>
            <option value="refused">Refused</option>
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
          {data ? "The rows below are as of the last answer." : "The audit log could not be read."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading the audit log" /> : null}
      {data && records.length === 0 ? (
        <EmptyState icon={ScrollText} title={filtered ? "Nothing matches" : "Nothing yet"}>
          {filtered
            ? "No row has all of these. Operations are named as in the API, in full."
            : "Everything people change through this dashboard is written here, before and after it happens."}
        </EmptyState>
      ) : null}
      <ul className="divide-y">
        {records.map((record) => (
          <AuditRow key={record.id} record={record} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show older rows"}
        </Button>
      ) : null}
    </section>
  );
}
