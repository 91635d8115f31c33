"use client";

import { useQuery } from "@tanstack/react-query";
import { launchQuery } from "@/components/launch/launch-queries";
import { Command } from "@/components/ui/command-block";
import { useWorkerName } from "@/components/workers/use-worker-name";
import { poolsQuery, workersQuery } from "@/components/workers/worker-queries";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { startCommand, type WorkerStart } from "@/lib/model/queue/start-command";
import { clockText } from "@/lib/model/queue/wait-stats";
import { whyWaiting } from "@/lib/model/queue/why-waiting";
import { type AgentStatus, statusText } from "@/lib/model/status/agent-status";

interface WhyProps {
  row: QueueRow;
  rows: QueueRows;
  now: number;
  start: WorkerStart;
  /** The agent's status, where it is the heading. */
  status?: AgentStatus;
}

/** Why a request is waiting, and the command that starts a worker for it. */
export function WhyWaiting({ row, rows, now, start, status }: WhyProps) {
  const pools = useQuery(poolsQuery);
  const workers = useQuery(workersQuery);
  const workerName = useWorkerName(row.claimedWorkerId);
  const launch = useQuery({ ...launchQuery(row.id), enabled: row.claimedWorkerId === undefined });
  if (pools.error && !pools.data) {
    return <p className="text-muted-foreground">Couldn't load the pools. {pools.error.message}</p>;
  }
  if (!pools.data) return <p className="text-muted-foreground">Checking pools and workers…</p>;
  const unclaimed = [...rows.values()].filter((each) => each.pool === row.pool && each.claimedWorkerId === undefined);
  const ahead = unclaimed.filter((each) => each.createdAtMs < row.createdAtMs).length;
  const workerIds = workers.data && new Set(workers.data.workers.map(({ workerId }) => workerId));
  const model = launch.data?.model || undefined;
  const why = whyWaiting(row, { pools: pools.data.pools, workerIds, workerName, model, ahead, now });
  return (
    <section aria-label="Why is it waiting?" className="space-y-2 rounded-md border bg-muted/50 p-3">
      {status ? (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="font-medium">{statusText({ ...status, reason: why.short })}</h3>
          <p className="text-muted-foreground text-xs tabular-nums">
            {clockText(now - row.createdAtMs)}
            {row.claimedWorkerId === undefined ? ` · Position ${ahead + 1} of ${unclaimed.length}` : ""}
          </p>
        </div>
      ) : (
        <h3 className="font-medium">{why.title}</h3>
      )}
      <p className="break-words">
        {status ? <span className="font-medium">{why.title}. </span> : null}
        {why.detail}
      </p>
      {why.start ? <Command text={startCommand(start, why.start)} what="start command" /> : null}
    </section>
  );
}
