"use client";

import { useQuery } from "@tanstack/react-query";
import { CallFailure } from "@/components/ui/call-failure";
import { lazyPart } from "@/components/ui/lazy-part";
import { workersQuery } from "@/components/workers/worker-queries";
import type { Pool } from "@/lib/contract/pools/pool";
import { servedBy } from "./pool-labels";
import { WorkerList } from "./worker-list";

const OfflineWorkers = lazyPart(() => import("./offline-workers"));

/** The workers of the pool. A service that doesn't report pools is matched by the repositories the workers serve. */
export default function PoolWorkers({ name, pools }: { name: string; pools: readonly Pool[] }) {
  const { data, error } = useQuery(workersQuery);
  const served = new Set(pools.map((pool) => servedBy(pool) ?? ""));
  const connected = pools.reduce((sum, { connectedWorkerCount }) => sum + connectedWorkerCount, 0);
  const all = data?.workers ?? [];
  const exact = all.some(({ poolName }) => poolName !== undefined);
  const workers = (connected === 0 ? [] : all).filter(({ repoOwner, repoName, teamId, poolName }) => {
    if (exact) return pools.some((pool) => pool.poolName === poolName);
    const team = pools.some(({ scope }) => scope === "team");
    return (teamId !== undefined) === team && (served.has("") || served.has(`${repoOwner}/${repoName}`));
  });
  return (
    <div className="space-y-2">
      <h2 className="font-medium text-sm">Workers</h2>
      {workers.length > 0 && !exact ? (
        <p className="text-muted-foreground text-xs">
          These serve the same repositories. The service doesn't report which of them belong to this pool.
        </p>
      ) : null}
      {error && !data ? <CallFailure error={error}>Couldn't load workers.</CallFailure> : null}
      {data && workers.length === 0 ? <p className="text-muted-foreground text-sm">No workers connected.</p> : null}
      {workers.length > 0 ? <WorkerList workers={workers} /> : null}
      <OfflineWorkers connected={data?.workers} pool={name} />
    </div>
  );
}
