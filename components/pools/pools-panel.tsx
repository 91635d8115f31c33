"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Server } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadState } from "@/components/ui/load-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { poolsQuery, workersQuery } from "@/components/workers/worker-queries";
import { loadEarly } from "@/lib/client/load-early";
import { retryImport } from "@/lib/client/retry-import";
import type { WorkerStart } from "@/lib/model/queue/start-command";

/** Rows and the form are loaded while the pools are fetched. */
const loadPools = loadEarly(() => import("./pool-list").then((all) => ({ default: all.PoolList })));
const PoolList = lazy(() => retryImport(loadPools));
const RegisterPoolDialog = lazy(() =>
  retryImport(() => import("./register-pool-dialog").then((all) => ({ default: all.RegisterPoolDialog }))),
);
const OfflineWorkers = lazyPart(() => import("./offline-workers"));
const HistoryChart = lazy(() => retryImport(() => import("./history-chart")));
const WorkerList = lazy(() => retryImport(() => import("./worker-list").then((all) => ({ default: all.WorkerList }))));

interface PoolsPanelProps {
  start: WorkerStart;
  canEdit: boolean;
  /** Whether the user can create registration tokens. */
  canMint: boolean;
}

/** All pools with their capacity and waiting agents, and all connected workers. */
export function PoolsPanel({ start, canEdit, canMint }: PoolsPanelProps) {
  const query = useQuery(poolsQuery);
  const { data } = query;
  const pools = data?.pools ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="max-w-content space-y-6 p-4">
        <section aria-label="Pools" className="space-y-3">
          <LoadState
            query={query}
            stale="The list may be out of date."
            failed="Couldn't load pools."
            loading="Loading pools"
          />
          {data && pools.length === 0 ? (
            <EmptyState icon={Server} title="No pools yet" action={canEdit ? <RegisterPoolButton /> : null}>
              A pool groups workers on your own machines. Agents sent to a pool wait in the queue until one of its
              workers is free.
            </EmptyState>
          ) : null}
          {pools.length > 0 ? (
            <Suspense fallback={<SkeletonRows label="Loading pools" />}>
              <PoolList pools={pools} start={start} canMint={canMint} />
            </Suspense>
          ) : null}
        </section>
        <Workers />
        {pools.length > 0 ? (
          <Suspense fallback={null}>
            <HistoryChart pool={undefined} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** Opens the form to register a pool. */
export function RegisterPoolButton() {
  const [registering, setRegistering] = useState(false);
  return (
    <>
      <Button onClick={() => setRegistering(true)}>
        <Plus aria-hidden />
        Register pool
      </Button>
      <Suspense fallback={null}>
        <RegisterPoolDialog open={registering} onOpenChange={setRegistering} />
      </Suspense>
    </>
  );
}

function Workers() {
  const query = useQuery(workersQuery);
  const { data } = query;
  return (
    <div className="space-y-2">
      <h2 className="font-medium text-sm">Workers{data ? ` (${data.total})` : ""}</h2>
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't load workers."
        loading="Loading workers"
      />
      {data?.workers.length === 0 ? <p className="text-muted-foreground text-sm">No workers connected.</p> : null}
      {data && data.workers.length > 0 ? (
        <Suspense fallback={<SkeletonRows label="Loading workers" />}>
          <WorkerList workers={data.workers} />
        </Suspense>
      ) : null}
      <OfflineWorkers connected={data?.workers} />
      {data && data.total > data.workers.length ? (
        <p className="text-muted-foreground text-xs">
          Showing the newest {data.workers.length} of {data.total}.
        </p>
      ) : null}
    </div>
  );
}
