"use client";

import { useQuery } from "@tanstack/react-query";
import { GitHubPulls } from "./github-pulls";
import { PullList, type PullListParts } from "./pull-list";
import { allPullsQuery } from "./pull-queries";
import { usePullFilters } from "./use-pull-filters";

interface AllPullsProps extends PullListParts {
  hasRepositories: boolean;
}

/** The pull requests of all repositories that the user can read. */
export function AllPulls({ hasRepositories, ...parts }: AllPullsProps) {
  const { filters, checks } = usePullFilters();
  const { data, error, refetch } = useQuery(allPullsQuery(filters));
  return (
    <PullList
      {...parts}
      pulls={data?.pulls}
      more={data?.more ?? false}
      error={error}
      onRetry={() => refetch()}
      problem={data?.problem}
      hint={
        hasRepositories
          ? "Create one, or select “Open a pull request” when you launch an agent."
          : "You don't have access to any repositories yet."
      }
      showRepository
    >
      {filters.author || filters.label || filters.reviewer || checks ? null : (
        <GitHubPulls state={filters.state} q={filters.q} />
      )}
      {data?.more ? (
        <p className="p-4 text-muted-foreground text-xs">
          Only the most recently updated pull requests of each repository are searched. Select a repository to see all.
        </p>
      ) : null}
    </PullList>
  );
}
