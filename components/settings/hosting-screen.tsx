"use client";

import { useQuery } from "@tanstack/react-query";
import { rateLimitQuery } from "@/components/apps/app-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";

const points = (count: number) => count.toLocaleString("en");

/** What the dashboard's key may still ask of the hosting API in the current window. */
export function HostingScreen() {
  const { data, error, isPending, refetch } = useQuery(rateLimitQuery());
  const core = data?.resources.core;
  return (
    <section aria-label="Rate budget" className="max-w-3xl space-y-3 p-4 text-sm">
      <p className="text-muted-foreground">
        Each call of the hosting API costs points of whoever makes it: reads 1, most changes 5, the heaviest 10. The
        dashboard reads with its own key, so this budget is everybody&apos;s here; people who review and merge spend
        their own, and apps theirs.
      </p>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "The figures below are as of the last answer." : "The budget could not be read."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading the budget" /> : null}
      {core ? (
        <>
          <meter
            aria-label="Points left"
            className="h-2 w-full"
            min={0}
            max={core.limit}
            low={core.limit * 0.1}
            value={core.remaining}
          />
          <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 tabular-nums">
            <dt className="text-muted-foreground">Left</dt>
            <dd>
              {points(core.remaining)} of {points(core.limit)} points
            </dd>
            <dt className="text-muted-foreground">Used</dt>
            <dd>{points(core.used)} points in this window</dd>
            <dt className="text-muted-foreground">All are back</dt>
            <dd>{new Date(core.reset * 1000).toISOString().slice(11, 19)} UTC</dd>
          </dl>
          {core.remaining === 0 ? (
            <p role="status" className="text-warning">
              Nothing is left: repositories and pull requests can&apos;t be read until then.
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
