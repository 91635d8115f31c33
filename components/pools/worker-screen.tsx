"use client";

import { useQuery } from "@tanstack/react-query";
import { ServerOff } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ReleaseClaim } from "@/components/queue/release-claim";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { ShortId } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { workerQuery } from "@/components/workers/worker-queries";
import { CallError } from "@/lib/client/call-error";
import type { Worker } from "@/lib/contract/pools/worker";
import { isoTime } from "@/lib/core/clock";
import { paths } from "@/lib/model/paths";
import { servedBy } from "./pool-labels";
import { WorkerState } from "./worker-list";

/** A connected worker. */
export function WorkerScreen({ id, canRelease }: { id: string; canRelease: boolean }) {
  const { data, error, isPending, refetch } = useQuery(workerQuery(id));
  const isOffline = error instanceof CallError && error.status === 404;
  const back = (
    <Button asChild>
      <Link href={paths.pools()}>Pools and workers</Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={data?.worker.name ?? id} detail="Worker" actions={back} />
      <div className="max-w-3xl space-y-4 p-4">
        {isPending ? <SkeletonRows label="Loading worker" /> : null}
        {isOffline ? (
          <EmptyState icon={ServerOff} title="Worker offline" action={back}>
            Details are available only while the worker is connected. This page updates when it reconnects.
          </EmptyState>
        ) : null}
        {error && !isOffline ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "This page may be out of date." : "Couldn't load the worker."}
          </CallFailure>
        ) : null}
        {data && !isOffline ? <WorkerDetails worker={data.worker} canRelease={canRelease} /> : null}
      </div>
    </>
  );
}

function WorkerDetails({ worker, canRelease }: { worker: Worker; canRelease: boolean }) {
  const { activeBcId } = worker;
  const facts: [string, ReactNode][] = [
    ["State", <WorkerState key="state" isInUse={worker.isInUse} />],
    ["ID", <ShortId key="id" id={worker.workerId} what="worker ID" />],
    ["Serves", servedBy(worker) ?? "Any repository"],
    [
      "Directory",
      <code key="folder" className="break-all font-mono text-xs">
        {worker.workspaceRootPath}
      </code>,
    ],
    ["Connected", <RelativeTime key="connected" iso={isoTime(worker.connectedAtMs)} />],
    ["Signed in as", worker.serviceAccountId ?? (worker.userId > 0 ? `User ${worker.userId}` : "A service account")],
    [
      "Agent",
      activeBcId ? (
        <Link key="agent" href={paths.agent(activeBcId)} className="break-all font-mono text-xs underline">
          {activeBcId}
        </Link>
      ) : (
        "None"
      ),
    ],
  ];
  return (
    <>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {activeBcId && canRelease ? <ReleaseClaim requestId={activeBcId} /> : null}
    </>
  );
}
