"use client";

import { lazy, Suspense } from "react";
import { AddWorkerButton } from "@/components/pools/add-worker-button";
import { PoolsPanel, RegisterPoolButton } from "@/components/pools/pools-panel";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TabBar } from "@/components/ui/tab-bar";
import { useUrlState } from "@/components/ui/use-url-state";
import { retryImport } from "@/lib/client/retry-import";
import type { WorkerStart } from "@/lib/model/queue/start-command";

const QueuePanel = lazy(() =>
  retryImport(() => import("@/components/queue/queue-panel").then((all) => ({ default: all.QueuePanel }))),
);

interface CapacityScreenProps {
  start: WorkerStart;
  canEdit: boolean;
  canClaim: boolean;
  canRelease: boolean;
  /** Whether the user can create registration tokens. */
  canMint: boolean;
}

const tabs = [
  { id: "pools", name: "Pools" },
  { id: "queue", name: "Queue" },
] as const;

/** The pools with their workers, and the agents that wait for them. */
export function CapacityScreen({ start, canEdit, canClaim, canRelease, canMint }: CapacityScreenProps) {
  const url = useUrlState();
  const tab = tabs.find(({ id }) => id === url.get("tab"))?.id ?? "pools";
  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <PageHeader
        title="Capacity"
        actions={
          <>
            {canEdit ? <RegisterPoolButton /> : null}
            <AddWorkerButton start={start} canMint={canMint} />
          </>
        }
      />
      <TabBar
        label="Capacity views"
        tabs={tabs.map(({ id, name }) => ({
          name,
          current: id === tab,
          href: url.link({ tab: id, pool: "", q: "", state: "" }),
          prefetch: false,
          onSelect: () => url.set({ tab: id === "pools" ? "" : id, pool: "", q: "", state: "" }, { push: true }),
        }))}
      />
      {tab === "queue" ? (
        <Suspense fallback={<SkeletonRows label="Loading queue" />}>
          <QueuePanel start={start} canClaim={canClaim} canRelease={canRelease} />
        </Suspense>
      ) : (
        <PoolsPanel start={start} canEdit={canEdit} canMint={canMint} />
      )}
    </div>
  );
}
