"use client";

import { useQuery } from "@tanstack/react-query";
import { ServerOff } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import { useActorNames } from "@/components/actor-names/use-actor-names";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { ReleaseClaim } from "@/components/queue/release-claim";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { ShortId } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { usePageTitle } from "@/components/ui/use-page-title";
import { workerQuery } from "@/components/workers/worker-queries";
import type { Worker } from "@/lib/contract/pools/worker";
import { isoTime } from "@/lib/core/clock";
import { paths } from "@/lib/model/paths";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { AddWorkerButton } from "./add-worker-button";
import { servedBy } from "./pool-labels";
import { WorkerState } from "./worker-list";

interface WorkerScreenProps {
  id: string;
  start: WorkerStart;
  canMint: boolean;
  canRelease: boolean;
}

/** A worker: connected, or as it was when it was last seen. */
export function WorkerScreen({ id, start, canMint, canRelease }: WorkerScreenProps) {
  const { data, error, isPending, refetch } = useQuery(workerQuery(id));
  const worker = data?.worker;
  const capacity = { name: "Capacity", path: paths.capacity() };
  const pool = worker?.poolName;
  usePageTitle(worker ? `${worker.name ?? id} · Worker` : undefined);
  return (
    <>
      <PageHeader
        title={worker?.name ?? id}
        parents={pool ? [capacity, { name: pool, path: paths.pool(pool) }] : [capacity]}
        detail="Worker"
        actions={
          pool ? <AddWorkerButton start={start} canMint={canMint} pool={pool} repository={servedBy(worker)} /> : null
        }
      />
      <div className="max-w-content space-y-6 p-4">
        {isPending ? <SkeletonRows label="Loading worker" /> : null}
        {worker === null ? (
          <EmptyState
            icon={ServerOff}
            title="Worker not found"
            action={
              <Button asChild>
                <Link href={paths.capacity()}>Capacity</Link>
              </Button>
            }
          >
            No worker with this ID connected in the last 30 days. This page updates when it connects.
          </EmptyState>
        ) : null}
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "This page may be out of date." : "Couldn't load the worker."}
          </CallFailure>
        ) : null}
        {data && worker ? (
          <>
            <WorkerDetails
              worker={worker}
              lastSeen={data.lastSeenAt ?? undefined}
              canRelease={canRelease && data.lastSeenAt === null}
            />
            <RecentAgents agents={data.agents} />
          </>
        ) : null}
      </div>
    </>
  );
}

interface WorkerDetailsProps {
  worker: Worker;
  /** When an offline worker was last seen, ISO 8601. */
  lastSeen: string | undefined;
  canRelease: boolean;
}

function WorkerDetails({ worker, lastSeen, canRelease }: WorkerDetailsProps) {
  const { poolName, serviceAccountId } = worker;
  const activeBcId = lastSeen === undefined ? worker.activeBcId : undefined;
  const names = useAgentNames(useMemo(() => (activeBcId ? [activeBcId] : []), [activeBcId]));
  const actorName = useActorNames();
  const facts: [string, ReactNode][] = [
    [
      "State",
      lastSeen === undefined ? (
        <WorkerState key="state" isInUse={worker.isInUse} />
      ) : (
        <span key="state" className="inline-flex flex-wrap items-center gap-2">
          <Badge tone="neutral">
            <ServerOff aria-hidden />
            Offline
          </Badge>
          <span className="text-muted-foreground">
            last seen <RelativeTime iso={lastSeen} />
          </span>
        </span>
      ),
    ],
    ["ID", <ShortId key="id" id={worker.workerId} what="worker ID" />],
    [
      "Pool",
      poolName ? (
        <Link key="pool" href={paths.pool(poolName)} className="underline">
          {poolName}
        </Link>
      ) : (
        "None (personal machine)"
      ),
    ],
    ["Serves", servedBy(worker) ?? "Any repository"],
    [
      "Directory",
      <code key="folder" className="break-all font-mono text-xs">
        {worker.workspaceRootPath}
      </code>,
    ],
    ["Connected", <RelativeTime key="connected" iso={isoTime(worker.connectedAtMs)} />],
    !serviceAccountId && worker.userId > 0
      ? ["User", String(worker.userId)]
      : ["Service account", serviceAccountId ? actorName(serviceAccountId) : "Unknown"],
    ...(lastSeen === undefined
      ? [
          [
            "Agent",
            activeBcId ? (
              <Link key="agent" href={paths.agent(activeBcId)} className="underline">
                {names.get(activeBcId) || activeBcId}
              </Link>
            ) : (
              "None"
            ),
          ] satisfies [string, ReactNode],
        ]
      : []),
  ];
  return (
    <section aria-label="Details" className="space-y-4">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {activeBcId && canRelease ? <ReleaseClaim requestId={activeBcId} /> : null}
    </section>
  );
}

interface RecentAgentsProps {
  agents: readonly { id: string; name: string; seenAt: string }[];
}

/** The agents that were seen running on the worker. */
function RecentAgents({ agents }: RecentAgentsProps) {
  return (
    <section aria-label="Recent agents" className="space-y-2">
      <h2 className="font-medium text-sm">Recent agents</h2>
      {agents.length === 0 ? (
        <p className="text-muted-foreground text-sm">No agents in the last 30 days.</p>
      ) : (
        <ul className="divide-y rounded-md border text-sm">
          {agents.map(({ id, name, seenAt }) => (
            <li key={id} className="flex items-baseline justify-between gap-3 px-3 py-2">
              <Link href={paths.agent(id)} prefetch={false} className="min-w-0 truncate hover:underline">
                {name || id}
              </Link>
              <span className="shrink-0 text-muted-foreground text-xs">
                <RelativeTime iso={seenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
