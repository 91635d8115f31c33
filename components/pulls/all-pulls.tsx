"use client";

import { useQuery } from "@tanstack/react-query";
import { GitPullRequest } from "lucide-react";
import { useRef } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { worstCheck } from "@/lib/model/checks/check-state";
import { AllPullsFilters, useAllPullsFilters } from "./all-pulls-filters";
import { GitHubPulls } from "./github-pulls";
import { groupStacks } from "./group-stacks";
import { allPullsQuery } from "./pull-queries";
import { PullRow } from "./pull-row";
import { StatusesPaused } from "./statuses-paused";
import { useAllPullStatuses } from "./use-pull-statuses";

interface AllPullsProps {
  /** Full names of the available repositories. */
  repositories: readonly string[];
  chosen: string;
  isAdmin: boolean;
}

/** The pull requests of all repositories that the user can read; filters are kept in the URL. */
export function AllPulls(props: AllPullsProps) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const { filters, checks, filtered } = useAllPullsFilters();
  const { data, error, isPending, refetch } = useQuery(allPullsQuery(filters));
  const statuses = useAllPullStatuses(data?.pulls ?? []);
  const kindOf = (each: NonNullable<typeof data>["pulls"][number]) => worstCheck(statuses.of(each)?.checks ?? [])?.kind;
  const shown = (data?.pulls ?? []).filter((each) => checks === undefined || kindOf(each) === checks);
  const isReadingChecks = checks !== undefined && statuses.isReading;
  return (
    <div>
      <PageHeader
        title="Pull requests"
        detail={data ? `${shown.length}${data.more ? "+" : ""}` : null}
        actions={null}
      />
      <AllPullsFilters {...props} />
      {statuses.waitsUntil ? <StatusesPaused until={statuses.waitsUntil} /> : null}
      {error ? (
        <div className="p-4">
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "Showing the last known list." : "Couldn't load the pull requests."}
          </CallFailure>
        </div>
      ) : null}
      {data?.problem ? (
        <p role="status" className="border-b px-4 py-1 text-warning text-xs">
          Couldn't load all pull requests. {data.problem}
        </p>
      ) : null}
      {isPending && !error ? (
        <div className="px-4">
          <SkeletonRows label="Loading pull requests" />
        </div>
      ) : null}
      {isReadingChecks ? (
        <p role="status" className="border-b px-4 py-1 text-muted-foreground text-xs">
          Loading checks…
        </p>
      ) : null}
      {data && shown.length === 0 && !isReadingChecks ? (
        <EmptyState icon={GitPullRequest} title={filtered ? "No matching pull requests" : "No open pull requests"}>
          {filtered
            ? "Try removing a filter."
            : props.repositories.length === 0
              ? "You don't have access to any repositories yet."
              : "Create one from a repository, or select “Open a pull request” when you launch an agent."}
        </EmptyState>
      ) : null}
      <ul ref={list} aria-label="Pull requests">
        {groupStacks(shown, ({ pull }) => pull).map(({ entry: each, layer }) => (
          <PullRow
            key={each.pull.id}
            repository={each.repository}
            pull={each.pull}
            status={statuses.of(each)}
            layer={layer}
            showRepository
          />
        ))}
      </ul>
      {filters.author || filters.label || filters.reviewer || checks ? null : (
        <GitHubPulls state={filters.state} q={filters.q} />
      )}
      {data?.more ? (
        <p className="p-4 text-muted-foreground text-xs">
          Only the most recently updated pull requests of each repository are searched. Select a repository to see all.
        </p>
      ) : null}
    </div>
  );
}
