"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { runUsageQuery } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";
import type { UsageColumn } from "./usage-columns";

interface AgentRunsProps {
  agentId: string;
  from: string | undefined;
  to: string | undefined;
  columns: readonly UsageColumn[];
}

/** The runs of one agent, as rows below it in the usage table. */
export default function AgentRuns({ agentId, from, to, columns }: AgentRunsProps) {
  const { data, error } = useQuery(runUsageQuery(callProxy, agentId, { from, to }));
  if (!data) {
    return (
      <tr>
        <td colSpan={columns.length + 1} className="px-8 py-2 text-muted-foreground text-xs">
          {error ? `Couldn't load runs: ${error.message}` : <Skeleton className="w-48" />}
        </td>
      </tr>
    );
  }
  return data.runs.map((run) => (
    <tr key={run.id} className="bg-muted/40 text-xs">
      <th scope="row" className="py-1 pr-2 pl-9 text-left font-normal">
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Link href={paths.agentRun(agentId, run.id)} prefetch={false}>
            <StatusBadge of="run" status={run.status} />
          </Link>
          <RelativeTime iso={run.createdAt} className="text-muted-foreground" />
        </span>
      </th>
      {columns.map(({ name, ofRun }) => (
        <td key={name} className="whitespace-nowrap px-2 py-1 text-right">
          {ofRun?.(run)}
        </td>
      ))}
    </tr>
  ));
}
