"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Server } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Command } from "@/components/ui/command-block";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { poolsQuery, workersQuery } from "@/components/workers/worker-queries";
import { retryImport } from "@/lib/client/retry-import";
import { startCommand, type WorkerStart } from "@/lib/model/queue/start-command";
import { comparePools } from "./pool-labels";

/** Rows and the form are loaded after the page, while the pools are fetched. */
const PoolList = lazy(() => retryImport(() => import("./pool-list").then((all) => ({ default: all.PoolList }))));
const RegisterPoolDialog = lazy(() =>
  retryImport(() => import("./register-pool-dialog").then((all) => ({ default: all.RegisterPoolDialog }))),
);
const WorkerList = lazy(() => retryImport(() => import("./worker-list").then((all) => ({ default: all.WorkerList }))));

/** All pools with their capacity, and all connected workers. */
export function PoolsScreen({ start, canEdit }: { start: WorkerStart; canEdit: boolean }) {
  const [registering, setRegistering] = useState(false);
  const { data, error, isPending, refetch } = useQuery(poolsQuery);
  const pools = useMemo(() => [...(data?.pools ?? [])].sort(comparePools), [data]);
  const register = canEdit ? (
    <Button variant="primary" onClick={() => setRegistering(true)}>
      <Plus aria-hidden />
      Register pool
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title="Pools" detail={data ? pools.length : null} actions={register} />
      <div className="max-w-5xl space-y-6 p-4">
        <section aria-label="Pools" className="space-y-3">
          {error ? (
            <CallFailure error={error} onRetry={() => refetch()}>
              {data ? "The list may be out of date." : "Couldn't load pools."}
            </CallFailure>
          ) : null}
          {isPending ? <SkeletonRows label="Loading pools" /> : null}
          {data && pools.length === 0 ? (
            <EmptyState icon={Server} title="No pools yet" action={register}>
              A pool groups workers on your own machines. Agents sent to a pool wait in the queue until one of its
              workers is free.
            </EmptyState>
          ) : null}
          {pools.length > 0 ? (
            <Suspense fallback={<SkeletonRows label="Loading pools" />}>
              <PoolList pools={pools} />
            </Suspense>
          ) : null}
        </section>
        <Workers />
        <section aria-labelledby="start-worker" className="space-y-2">
          <h2 id="start-worker" className="font-medium text-sm">
            Add a worker
          </h2>
          <p className="text-muted-foreground text-sm">
            The worker joins the pool, registers it if it's new, and runs one agent at a time. Replace the masked key
            with your full API key.
          </p>
          <Command text={startCommand(start, { pool: pools[0]?.poolName ?? "default" })} what="start command" />
        </section>
      </div>
      <Suspense fallback={null}>
        <RegisterPoolDialog open={registering} onOpenChange={setRegistering} />
      </Suspense>
    </>
  );
}

function Workers() {
  const { data, error, isPending, refetch } = useQuery(workersQuery);
  return (
    <div className="space-y-2">
      <h2 className="font-medium text-sm">Workers{data ? ` (${data.total})` : ""}</h2>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "The list may be out of date." : "Couldn't load workers."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading workers" /> : null}
      {data?.workers.length === 0 ? <p className="text-muted-foreground text-sm">No workers connected.</p> : null}
      {data && data.workers.length > 0 ? (
        <Suspense fallback={<SkeletonRows label="Loading workers" />}>
          <WorkerList workers={data.workers} />
        </Suspense>
      ) : null}
      {data && data.total > data.workers.length ? (
        <p className="text-muted-foreground text-xs">
          Showing the newest {data.workers.length} of {data.total}.
        </p>
      ) : null}
    </div>
  );
}
