"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CommitItem } from "@/components/repositories/commit-item";
import { historyQuery } from "@/components/repositories/content-queries";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** The commits of a revision, newest first. */
export function HistoryTab({ name, revision }: { name: RepositoryName; revision: string }) {
  const list = useInfiniteQuery(historyQuery(name, revision));
  const { data } = list;
  return (
    <section aria-label="History">
      <LoadState
        query={list}
        stale="Showing the last known list."
        failed="Couldn't load the commits."
        loading="Loading commits"
      />
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
