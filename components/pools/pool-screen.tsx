"use client";

import { useQuery } from "@tanstack/react-query";
import { ServerOff } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { LazyRequestDialog } from "@/components/queue/lazy-request-dialog";
import { useQueue } from "@/components/queue/use-queue";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadState } from "@/components/ui/load-state";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { poolsQuery } from "@/components/workers/worker-queries";
import { loadEarly } from "@/lib/client/load-early";
import { retryImport } from "@/lib/client/retry-import";
import type { Pool } from "@/lib/contract/pools/pool";
import { isoTime } from "@/lib/core/clock";
import { paths } from "@/lib/model/paths";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { AddWorkerButton } from "./add-worker-button";
import { CapacityBar } from "./capacity-bar";
import { PoolAgentsLink } from "./pool-agents-link";
import { PoolBadges } from "./pool-badges";
import { poolKey, servedBy, timeoutLabel } from "./pool-labels";

const HistoryChart = browserOnly(
  loadEarly(() => import("./history-chart")),
  () => <Skeleton className="h-40 w-full" />,
);
const PoolQueue = browserOnly(
  loadEarly(() => import("./pool-queue")),
  () => <Skeleton className="h-11 w-full" />,
);
const PoolWorkers = browserOnly(
  loadEarly(() => import("./pool-workers")),
  () => <SkeletonRows label="Loading workers" />,
);
/** Loaded after the page. */
const DeregisterPoolDialog = lazy(() =>
  retryImport(() => import("./deregister-pool-dialog").then((all) => ({ default: all.DeregisterPoolDialog }))),
);

interface PoolScreenProps {
  name: string;
  start: WorkerStart;
  canEdit: boolean;
  canClaim: boolean;
  canRelease: boolean;
  /** Whether the user can create registration tokens. */
  canMint: boolean;
}

/** One pool: capacity, history, waiting agents and workers. Pools with the same name are shown together. */
export function PoolScreen({ name, start, canEdit, canClaim, canRelease, canMint }: PoolScreenProps) {
  const query = useQuery(poolsQuery);
  const { data } = query;
  const pools = (data?.pools ?? []).filter(({ poolName }) => poolName === name);
  const queue = useQueue(name);
  const isKnown = queue.listed && queue.health.listedAtMs !== undefined;
  const [open, setOpen] = useState<string>();
  return (
    <>
      <PageHeader
        title={name}
        parents={[{ name: "Capacity", path: paths.capacity() }]}
        detail="Pool"
        actions={
          <>
            <PoolAgentsLink pool={name} />
            <AddWorkerButton
              start={start}
              canMint={canMint}
              pool={name}
              repository={pools.map(servedBy).find(Boolean)}
            />
          </>
        }
      />
      <div className="max-w-content space-y-6 p-4">
        <LoadState
          query={query}
          stale="This page may be out of date."
          failed="Couldn't load the pool."
          loading="Loading pool"
        />
        {data && pools.length === 0 ? (
          <EmptyState icon={ServerOff} title="Pool not found">
            It was deleted or never existed. A worker started with this pool name registers it.
          </EmptyState>
        ) : null}
        {pools.map((pool) => (
          <PoolSummary
            key={poolKey(pool)}
            pool={pool}
            waiting={isKnown ? queue.rows.size : undefined}
            canEdit={canEdit}
          />
        ))}
        {pools.length > 0 ? <HistoryChart pool={name} /> : null}
        <PoolQueue name={name} queue={queue} isKnown={isKnown} onOpen={setOpen} />
        <PoolWorkers name={name} pools={pools} />
      </div>
      <LazyRequestDialog
        id={open}
        rows={queue.rows}
        offsetMs={queue.offsetMs}
        start={start}
        canClaim={canClaim}
        canRelease={canRelease}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}

interface PoolSummaryProps {
  pool: Pool;
  /** The number of agents waiting for the pool, once known. */
  waiting: number | undefined;
  canEdit: boolean;
}

function PoolSummary({ pool, waiting, canEdit }: PoolSummaryProps) {
  const [confirming, setConfirming] = useState(false);
  return (
    <section
      aria-label={`${pool.poolName}, ${servedBy(pool) ?? "any repository"}`}
      className="flex flex-wrap items-start justify-between gap-3 rounded-md border p-3 text-sm"
    >
      <div className="min-w-0 space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <CapacityBar inUse={pool.inUseWorkerCount} connected={pool.connectedWorkerCount} of={pool.poolName} />
          <span>Serves {servedBy(pool) ?? "any repository"}</span>
          <PoolBadges pool={pool} />
        </div>
        <p className="text-muted-foreground">{timeoutLabel(pool)}</p>
        <p className="text-muted-foreground text-xs">
          First seen <RelativeTime iso={isoTime(pool.firstSeenAtMs)} />, last seen{" "}
          <RelativeTime iso={isoTime(pool.lastSeenAtMs)} />
        </p>
      </div>
      {canEdit ? (
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Delete pool
        </Button>
      ) : null}
      <Suspense fallback={null}>
        <DeregisterPoolDialog pool={pool} waiting={waiting} open={confirming} onOpenChange={setConfirming} />
      </Suspense>
    </section>
  );
}
