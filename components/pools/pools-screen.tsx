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

/** Every pool with how full it is, and every worker. */
export function PoolsScreen({ start, mayChange }: { start: WorkerStart; mayChange: boolean }) {
  const [registering, setRegistering] = useState(false);
  const { data, error, isPending, refetch } = useQuery(poolsQuery);
  const pools = useMemo(() => [...(data?.pools ?? [])].sort(comparePools), [data]);
  const register = mayChange ? (
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
              {data ? "The list below is as of the last answer." : "The pools could not be read."}
            </CallFailure>
          ) : null}
          {isPending ? <SkeletonRows label="Loading pools" /> : null}
          {data && pools.length === 0 ? (
            <EmptyState icon={Server} title="No pools yet" action={register}>
              A pool is a name that workers on your own machines join. Agents sent to it wait in the queue for one of
              them.
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
            Start a worker
          </h2>
          <p className="text-muted-foreground text-sm">
            It joins the pool, registers it when it is new, and runs one agent at a time. Put the whole key in.
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
          {data ? "The workers below are as of the last answer." : "The workers could not be read."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading the workers" /> : null}
      {data?.workers.length === 0 ? <p className="text-muted-foreground text-sm">No worker is connected.</p> : null}
      {data && data.workers.length > 0 ? (
        <Suspense fallback={<SkeletonRows label="Loading the workers" />}>
          <WorkerList workers={data.workers} />
        </Suspense>
      ) : null}
      {data && data.total > data.workers.length ? (
        <p className="text-muted-foreground text-xs">
          The newest {data.workers.length} of {data.total} are shown.
        </p>
      ) : null}
    </div>
  );
}
