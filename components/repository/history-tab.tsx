"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CommitItem } from "@/components/repositories/commit-item";
import { historyQuery } from "@/components/repositories/content-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

/** The commits of a revision, newest first. */
export function HistoryTab({ name, revision }: { name: RepositoryName; revision: string }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    historyQuery(name, revision),
  );
  return (
    <section aria-label="History">
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "Showing the last known list." : "Couldn't load the commits."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading commits" /> : null}
      <ol className="divide-y">
        {data?.pages.flatMap(({ commits }) =>
          commits.map(({ sha, commit }) => <CommitItem key={sha} sha={sha} commit={commit} />),
        )}
      </ol>
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      ) : null}
    </section>
  );
}
