import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { AuditFilters } from "@/lib/contract/dashboard/audit/list-audit";

const listAudit = () => import("@/lib/contract/dashboard/audit/list-audit").then((entry) => entry.listAudit);

const firstPage = "";

/** Audit records, newest first. */
export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ["audit", filters] as const,
    queryFn: ({ pageParam, signal }) =>
      callProxy(listAudit, {
        params: {},
        query: { ...filters, ...(pageParam === firstPage ? {} : { cursor: pageParam }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });
}
