"use client";

import { useQuery } from "@tanstack/react-query";
import { rateLimitQuery } from "@/components/apps/app-queries";
import { LoadState } from "@/components/ui/load-state";

const points = (count: number) => count.toLocaleString("en");

/** The rate limit of the dashboard's key for the hosting API. */
export function HostingScreen() {
  const query = useQuery(rateLimitQuery());
  const { data } = query;
  const core = data?.resources.core;
  return (
    <section aria-label="Rate limit" className="max-w-content space-y-3 p-4 text-sm">
      <p className="text-muted-foreground">
        Calls to the hosting API cost points: 1 for reads, 5 for most changes, up to 10 for expensive ones. For reads,
        all users of the dashboard share its key&apos;s limit. Reviews and merges count against the user&apos;s own
        limit, and app calls against the app&apos;s.
      </p>
      <LoadState
        query={query}
        stale="The figures may be out of date."
        failed="Couldn't load the rate limit."
        loading="Loading rate limit"
      />
      {core ? (
        <>
          <meter
            aria-label="Remaining points"
            className="h-2 w-full"
            min={0}
            max={core.limit}
            low={core.limit * 0.1}
            value={core.remaining}
          />
          <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 tabular-nums">
            <dt className="text-muted-foreground">Remaining</dt>
            <dd>
              {points(core.remaining)} of {points(core.limit)} points
            </dd>
            <dt className="text-muted-foreground">Used</dt>
            <dd>{points(core.used)} points in this window</dd>
            <dt className="text-muted-foreground">Resets at</dt>
            <dd>{new Date(core.reset * 1000).toISOString().slice(11, 19)} UTC</dd>
          </dl>
          {core.remaining === 0 ? (
            <p role="status" className="text-warning">
              Rate limit exceeded. Repositories and pull requests can&apos;t be loaded until it resets.
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
