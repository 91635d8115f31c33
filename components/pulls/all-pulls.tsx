"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { maxAllPullsPages } from "@/lib/contract/dashboard/pulls/all-pulls-pages";
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
  const search = JSON.stringify(filters);
  const [wanted, setWanted] = useState({ search, pages: 1 });
  const pages = wanted.search === search ? wanted.pages : 1;
  const { data, error, isPlaceholderData, refetch } = useQuery(allPullsQuery(filters, pages));
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
        <div className="p-4">
          {pages < maxAllPullsPages ? (
            <Button disabled={isPlaceholderData} onClick={() => setWanted({ search, pages: pages + 1 })}>
              {isPlaceholderData ? "Loading…" : "Show more"}
            </Button>
          ) : (
            <p className="text-muted-foreground text-xs">
              Older pull requests aren't listed. Add a filter or select a repository to find them.
            </p>
          )}
        </div>
      ) : null}
    </PullList>
  );
}
