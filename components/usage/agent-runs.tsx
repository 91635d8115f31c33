"use client";

import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { runUsageQuery } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import { cacheShare } from "@/lib/model/usage/report";
import { formatCount, formatMoney, formatPercent } from "./format-numbers";
import type { TokenKind } from "./token-kinds";

interface AgentRunsProps {
  agentId: string;
  from: string | undefined;
  to: string | undefined;
  columns: number;
  kinds: readonly TokenKind[];
  /** The table has a column for the cache hit rate. */
  cached: boolean;
  /** The table has a column for the change. */
  trend: boolean;
}

const cell = "px-2 py-1 text-right whitespace-nowrap";

/** The runs of one agent, as rows below it in the usage table. */
export default function AgentRuns({ agentId, from, to, columns, kinds, cached, trend }: AgentRunsProps) {
  const { data, error } = useQuery(runUsageQuery(callProxy, agentId, { from, to }));
  if (!data) {
    return (
      <tr>
        <td colSpan={columns} className="px-8 py-2 text-muted-foreground text-xs">
          {error ? `Couldn't load runs: ${error.message}` : <Skeleton className="w-48" />}
        </td>
      </tr>
    );
  }
  const filled = 3 + kinds.length + [trend, cached, data.currency].filter(Boolean).length;
  return data.runs.map(({ id, status, createdAt, usage, estimate }) => (
    <tr key={id} className="bg-muted/40 text-xs">
      <th scope="row" className="py-1 pr-2 pl-9 text-left font-normal">
        <span className="flex items-center gap-2 whitespace-nowrap">
          <StatusBadge of="run" status={status} />
          <RelativeTime iso={createdAt} className="text-muted-foreground" />
        </span>
      </th>
      <td className={cell}>1</td>
      {kinds.map(({ name }) => (
        <td key={name} className={cell}>
          {usage ? formatCount(usage[name]) : "–"}
        </td>
      ))}
      <td className={cell}>{usage ? formatCount(usage.totalTokens) : "unknown"}</td>
      {trend ? <td /> : null}
      {cached ? <td className={cell}>{usage ? formatPercent(cacheShare(usage)) : "–"}</td> : null}
      {data.currency ? <td className={cell}>{formatMoney(estimate, data.currency)}</td> : null}
      {columns > filled ? <td colSpan={columns - filled} /> : null}
    </tr>
  ));
}
