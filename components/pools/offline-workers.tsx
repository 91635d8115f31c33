"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { knownWorkersQuery } from "@/components/workers/worker-queries";
import type { Worker } from "@/lib/contract/pools/worker";
import { paths } from "@/lib/model/paths";
import { servedBy } from "./pool-labels";

interface OfflineWorkersProps {
  /** The connected workers; `undefined` while they load. */
  connected: readonly Worker[] | undefined;
  /** Only workers of this pool. */
  pool?: string;
}

/** Workers that disconnected in the last 30 days. */
export default function OfflineWorkers({ connected, pool }: OfflineWorkersProps) {
  const { data } = useQuery(knownWorkersQuery);
  if (!connected || !data) return null;
  const ids = new Set(connected.map(({ workerId }) => workerId));
  const offline = data.workers.filter(
    ({ worker }) => !ids.has(worker.workerId) && (pool === undefined || worker.poolName === pool),
  );
  if (offline.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted-foreground">Offline workers ({offline.length})</summary>
      <ul aria-label="Offline workers" className="mt-2 divide-y rounded-md border">
        {offline.map(({ worker, seenAt }) => (
          <li key={worker.workerId} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
            <Link
              href={paths.worker(worker.workerId)}
              prefetch={false}
              title={worker.workerId}
              className="min-w-0 truncate font-medium hover:underline"
            >
              {worker.name ?? worker.workerId}
            </Link>
            {pool === undefined && worker.poolName ? <span>{worker.poolName}</span> : null}
            <span className="min-w-0 truncate text-muted-foreground">{servedBy(worker) ?? "Any repository"}</span>
            <span className="ml-auto whitespace-nowrap text-muted-foreground text-xs">
              last seen <RelativeTime iso={seenAt} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
