"use client";

import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import Link from "next/link";
import { NewAgentButton } from "@/components/agents/new-agent-button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { batchProgress } from "@/lib/model/batches/batch-progress";
import { paths } from "@/lib/model/paths";
import { batchesQuery } from "./batch-queries";

/** The latest batches. */
export function BatchesScreen({ canOperate }: { canOperate: boolean }) {
  const { data, error, isPending, refetch } = useQuery(batchesQuery);
  return (
    <>
      <PageHeader title="Batches" parents={[{ name: "Agents", path: paths.agents() }]} />
      {error ? (
        <div className="p-4">
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "The batches may be out of date." : "Couldn't load the batches."}
          </CallFailure>
        </div>
      ) : null}
      {isPending ? (
        <div className="p-4">
          <SkeletonRows label="Loading batches" />
        </div>
      ) : null}
      {data?.items.length === 0 ? (
        <EmptyState icon={Layers} title="No batches yet" action={canOperate ? <NewAgentButton /> : undefined}>
          A batch launches several agents with one prompt, to compare models or attempts, or to change several
          repositories.
        </EmptyState>
      ) : null}
      <ul aria-label="Batches">
        {data?.items.map((batch) => (
          <li
            key={batch.id}
            className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b px-4 py-2.5 hover:bg-muted/60"
          >
            <Link
              href={paths.batch(batch.id)}
              prefetch={false}
              className="min-w-0 flex-1 basis-60 truncate font-medium text-sm after:absolute after:inset-0"
            >
              <bdi>{batch.name}</bdi>
            </Link>
            <span className="text-muted-foreground text-xs">{batchProgress(batch)}</span>
            <span className="text-muted-foreground text-xs">{batch.owner.name}</span>
            <span className="w-20 text-right text-muted-foreground text-xs">
              <RelativeTime iso={batch.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
