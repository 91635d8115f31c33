"use client";

import { useQuery } from "@tanstack/react-query";
import { ServerOff } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { LazyRequestDialog } from "@/components/queue/lazy-request-dialog";
import { QueueEntry } from "@/components/queue/queue-entry";
import { useQueue } from "@/components/queue/use-queue";
import { everything, filtered } from "@/components/queue/use-queue-filter";
import { WaitFigures } from "@/components/queue/wait-figures";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Command } from "@/components/ui/command-block";
import { EmptyState } from "@/components/ui/empty-state";
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
import { startCommand, type WorkerStart } from "@/lib/model/queue/start-command";
import { CapacityBar } from "./capacity-bar";
import { HistoryChart } from "./history-chart";
import { PoolMarks } from "./pool-badges";
import { poolKey, servedBy, windowLabel } from "./pool-labels";
import { WorkerList } from "./worker-list";

/** Loaded after the page. */
const DeregisterPoolDialog = lazy(() =>
  retryImport(() => import("./deregister-pool-dialog").then((all) => ({ default: all.DeregisterPoolDialog }))),
);

/** The queue's own screen has all of them. */
const shownRequests = 50;

interface PoolScreenProps {
  name: string;
  start: WorkerStart;
  mayChange: boolean;
  mayClaim: boolean;
  mayRelease: boolean;
}

/** One pool: how full it is and was, what waits for it, who works for it. Pools of one name are shown together. */
export function PoolScreen({ name, start, mayChange, mayClaim, mayRelease }: PoolScreenProps) {
  const { data, error, isPending, refetch } = useQuery(poolsQuery);
  const pools = (data?.pools ?? []).filter(({ poolName }) => poolName === name);
  const queue = useQueue(name);
  const isKnown = queue.listed && queue.health.listedAtMs !== undefined;
  const [open, setOpen] = useState<string>();
  return (
    <>
      <PageHeader
        title={name}
        detail="Pool"
        actions={
          <Button asChild>
            <Link href={paths.pools()}>All pools</Link>
          </Button>
        }
      />
      <div className="max-w-5xl space-y-6 p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "What is below is as of the last answer." : "The pool could not be read."}
          </CallFailure>
        ) : null}
        {isPending ? <SkeletonRows label="Loading the pool" /> : null}
        {data && pools.length === 0 ? (
          <EmptyState icon={ServerOff} title="No pool by this name">
            It was never registered, or it was deregistered. A worker that joins by this name registers it.
          </EmptyState>
        ) : null}
        {pools.map((pool) => (
          <PoolFacts
            key={poolKey(pool)}
            pool={pool}
            waiting={isKnown ? queue.rows.size : undefined}
            mayChange={mayChange}
          />
        ))}
        {pools.length > 0 ? <HistoryChart pool={name} /> : null}
        <PoolQueue name={name} queue={queue} isKnown={isKnown} onOpen={setOpen} />
        <PoolWorkers pools={pools} />
        <section aria-labelledby="pool-start" className="space-y-2">
          <h2 id="pool-start" className="font-medium text-sm">
            Start a worker of it
          </h2>
          <p className="text-muted-foreground text-sm">Put the whole key in.</p>
          <Command
            text={startCommand(start, { pool: name, repository: pools.map(servedBy).find(Boolean) })}
            what="start command"
          />
        </section>
      </div>
      <LazyRequestDialog
        id={open}
        rows={queue.rows}
        offsetMs={queue.offsetMs}
        start={start}
        mayClaim={mayClaim}
        mayRelease={mayRelease}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}

interface PoolQueueProps {
  name: string;
  queue: ReturnType<typeof useQueue>;
  /** Whether the service has answered what waits. */
  isKnown: boolean;
  onOpen: (id: string) => void;
}

function PoolQueue({ name, queue: { rows, health, offsetMs, words }, isKnown, onOpen }: PoolQueueProps) {
  const requests = filtered(rows.values(), everything);
  const trouble = words.tone === "failed" ? words.detail : health.mode === "failing" ? health.message : undefined;
  const now = useNow() + offsetMs;
  return (
    <section aria-labelledby="pool-queue" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="pool-queue" className="font-medium text-sm">
          Queue and claims
        </h2>
        <Link href={paths.queueOf(name)} className="text-sm underline underline-offset-2">
          Open in the queue
        </Link>
      </div>
      {trouble === undefined ? null : (
        <p role="status" className="text-sm text-warning">
          {trouble} {isKnown ? "What is below is as of the last answer." : "What waits is not known yet."}
        </p>
      )}
      {isKnown || trouble !== undefined ? null : <Skeleton className="h-11 w-full" />}
      {isKnown && requests.length === 0 ? <p className="text-muted-foreground text-sm">Nothing waits for it.</p> : null}
      {requests.length === 0 ? null : (
        <>
          <WaitFigures rows={requests} offsetMs={offsetMs} />
          <ul className="overflow-hidden rounded-md border [&>li:last-child>div]:border-b-0">
            {requests.slice(0, shownRequests).map((row) => (
              <li key={row.id}>
                <QueueEntry row={row} now={now} current={false} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {requests.length > shownRequests ? (
            <p className="text-muted-foreground text-xs">The oldest {shownRequests} are shown.</p>
          ) : null}
        </>
      )}
    </section>
  );
}

interface PoolFactsProps {
  pool: Pool;
  /** How many wait for it, once that is known. */
  waiting: number | undefined;
  mayChange: boolean;
}

function PoolFacts({ pool, waiting, mayChange }: PoolFactsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <section
      aria-label={`${pool.poolName}, ${servedBy(pool) ?? "any repository"}`}
      className="flex flex-wrap items-start justify-between gap-3 rounded-md border p-3 text-sm"
    >
      <div className="min-w-0 space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <CapacityBar inUse={pool.inUseWorkerCount} connected={pool.connectedWorkerCount} of={pool.poolName} />
          <span>Serves {servedBy(pool) ?? "any repository"}</span>
          <PoolMarks pool={pool} />
        </div>
        <p className="text-muted-foreground">{windowLabel(pool)}</p>
        <p className="text-muted-foreground text-xs">
          First seen <RelativeTime iso={isoTime(pool.firstSeenAtMs)} />, last seen{" "}
          <RelativeTime iso={isoTime(pool.lastSeenAtMs)} />
        </p>
      </div>
      {mayChange ? (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Deregister
        </Button>
      ) : null}
      <Suspense fallback={null}>
        <DeregisterPoolDialog pool={pool} waiting={waiting} open={asking} onOpenChange={setAsking} />
      </Suspense>
    </section>
  );
}

/** The API doesn't return a worker's pool, so workers are matched by the repository they serve. */
function PoolWorkers({ pools }: { pools: readonly Pool[] }) {
  const { data, error } = useQuery(workersQuery);
  const served = new Set(pools.map((pool) => servedBy(pool) ?? ""));
  const connected = pools.reduce((sum, { connectedWorkerCount }) => sum + connectedWorkerCount, 0);
  const workers = (connected === 0 ? [] : (data?.workers ?? [])).filter(({ repoOwner, repoName, teamId }) => {
    const team = pools.some(({ scope }) => scope === "team");
    return (teamId !== undefined) === team && (served.has("") || served.has(`${repoOwner}/${repoName}`));
  });
  return (
    <section aria-labelledby="pool-workers" className="space-y-2">
      <h2 id="pool-workers" className="font-medium text-sm">
        Workers that may be of this pool
      </h2>
      {workers.length > 0 ? (
        <p className="text-muted-foreground text-xs">
          The service tells how many workers a pool has, not which. Those are listed that serve the same repositories.
        </p>
      ) : null}
      {error && !data ? <CallFailure error={error}>The workers could not be read.</CallFailure> : null}
      {data && workers.length === 0 ? <p className="text-muted-foreground text-sm">None is connected.</p> : null}
      {workers.length > 0 ? <WorkerList workers={workers} /> : null}
    </section>
  );
}
