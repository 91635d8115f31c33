"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { NextPageButton } from "@/components/ui/next-page-button";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { PullList, type PullListParts } from "./pull-list";
import { repositoryPullsQuery } from "./pull-queries";
import { usePullFilters } from "./use-pull-filters";

interface RepositoryPullsProps extends PullListParts {
  repository: RepositoryName;
}

/** The pull requests of one repository. */
export function RepositoryPulls({ repository, ...parts }: RepositoryPullsProps) {
  const { ofRepository } = usePullFilters();
  const query = useInfiniteQuery(repositoryPullsQuery(repository, ofRepository));
  return (
    <PullList
      {...parts}
      pulls={query.data?.pages.flatMap(({ pulls }) => pulls)}
      more={query.hasNextPage}
      error={query.error}
      onRetry={() => query.refetch()}
      hint="Create one, or select “Open a pull request” when you launch an agent."
    >
      {query.hasNextPage ? (
        <div className="p-4">
          <NextPageButton of={query} />
        </div>
      ) : null}
    </PullList>
  );
}
