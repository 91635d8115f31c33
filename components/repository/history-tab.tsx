"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CommitItem } from "@/components/repositories/commit-item";
import { historyQuery } from "@/components/repositories/content-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { NextPageButton } from "@/components/ui/next-page-button";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** The commits of a revision, newest first. */
export function HistoryTab({ name, revision }: { name: RepositoryName; revision: string }) {
  const list = useInfiniteQuery(historyQuery(name, revision));
  const { data, error, isPending, refetch } = list;
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
          commits.map(({ sha, commit }) => (
            <CommitItem key={sha} sha={sha} commit={commit} href={paths.commit(name, sha)} />
          )),
        )}
      </ol>
      <NextPageButton of={list} />
    </section>
  );
}
