"use client";

import { useQuery } from "@tanstack/react-query";
import { ServerOff } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { LazyRequestDialog } from "@/components/queue/lazy-request-dialog";
import { QueueEntry } from "@/components/queue/queue-entry";
import { useQueue } from "@/components/queue/use-queue";
import { filterQueue, noFilter } from "@/components/queue/use-queue-filter";
import { WaitStats } from "@/components/queue/wait-stats";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useNow } from "@/components/ui/use-now";
import { poolsQuery, workersQuery } from "@/components/workers/worker-queries";
import { retryImport } from "@/lib/client/retry-import";
import type { Pool } from "@/lib/contract/pools/pool";
import { isoTime } from "@/lib/core/clock";
import { paths } from "@/lib/model/paths";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { AddWorkerButton } from "./add-worker-button";
import { CapacityBar } from "./capacity-bar";
import { HistoryChart } from "./history-chart";
import { PoolAgentsLink } from "./pool-agents-link";
import { PoolBadges } from "./pool-badges";
import { poolKey, servedBy, timeoutLabel } from "./pool-labels";
import { WorkerList } from "./worker-list";

const OfflineWorkers = lazyPart(() => import("./offline-workers"));
/** Loaded after the page. */
const DeregisterPoolDialog = lazy(() =>
  retryImport(() => import("./deregister-pool-dialog").then((all) => ({ default: all.DeregisterPoolDialog }))),
);

/** The queue screen lists all of them. */
const shownRequests = 50;

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
  const { data, error, isPending, refetch } = useQuery(poolsQuery);
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
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "This page may be out of date." : "Couldn't load the pool."}
          </CallFailure>
        ) : null}
        {isPending ? <SkeletonRows label="Loading pool" /> : null}
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

interface PoolQueueProps {
  name: string;
  queue: ReturnType<typeof useQueue>;
  /** Whether the queue has been loaded. */
  isKnown: boolean;
  onOpen: (id: string) => void;
}

function PoolQueue({ name, queue: { rows, health, offsetMs, connection }, isKnown, onOpen }: PoolQueueProps) {
  const requests = filterQueue(rows.values(), noFilter);
  const problem =
    connection.tone === "failed" ? connection.detail : health.mode === "failing" ? health.message : undefined;
  const names = useAgentNames(requests.slice(0, shownRequests).map(({ id }) => id));
  const now = useNow() + offsetMs;
  return (
    <section aria-labelledby="pool-queue" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="pool-queue" className="font-medium text-sm">
          Queue
        </h2>
        <Link href={paths.queueOf(name)} className="text-sm underline underline-offset-2">
          View in queue
        </Link>
      </div>
      {problem === undefined ? null : (
        <p role="status" className="text-sm text-warning">
          {problem} {isKnown ? "The list may be out of date." : null}
        </p>
      )}
      {isKnown || problem !== undefined ? null : <Skeleton className="h-11 w-full" />}
      {isKnown && requests.length === 0 ? (
        <p className="text-muted-foreground text-sm">No agents are waiting.</p>
      ) : null}
      {requests.length === 0 ? null : (
        <>
          <WaitStats rows={requests} offsetMs={offsetMs} />
          <ul className="overflow-hidden rounded-md border [&>li:last-child>div]:border-b-0">
            {requests.slice(0, shownRequests).map((row) => (
              <li key={row.id}>
                <QueueEntry row={row} name={names.get(row.id)} now={now} current={false} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {requests.length > shownRequests ? (
            <p className="text-muted-foreground text-xs">Showing the oldest {shownRequests}.</p>
          ) : null}
        </>
      )}
    </section>
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

/** The workers of the pool. A service that doesn't report pools is matched by the repositories the workers serve. */
function PoolWorkers({ name, pools }: { name: string; pools: readonly Pool[] }) {
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
