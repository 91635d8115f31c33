"use client";

import { GitPullRequest } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import { worstCheck } from "@/lib/model/checks/check-state";
import { groupStacks } from "./group-stacks";
import { PullRow } from "./pull-row";
import { StatusesPaused } from "./statuses-paused";
import { usePullFilters } from "./use-pull-filters";
import { usePullStatuses } from "./use-pull-statuses";

export interface PullListParts {
  /** The button of the header. */
  action: ReactNode;
  filterBar: ReactNode;
}

interface PullListProps extends PullListParts {
  /** Undefined until loaded. */
  pulls: readonly RepositoryPull[] | undefined;
  /** There are more than `pulls`. */
  more: boolean;
  error: Error | null;
  onRetry: () => void;
  /** Why some are missing. */
  problem?: string | undefined;
  /** Shown in place of an empty list without filters. */
  hint: string;
  showRepository?: boolean;
  /** Below the rows. */
  children?: ReactNode;
}

/** The page of a pull request list: header, filters, rows and what is missing. */
export function PullList(props: PullListProps) {
  const { pulls, more, error, onRetry, problem, hint, showRepository = false } = props;
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const { checks, filtered } = usePullFilters();
  const statuses = usePullStatuses(pulls ?? []);
  const kindOf = (each: RepositoryPull) => worstCheck(statuses.of(each)?.checks ?? [])?.kind;
  const shown = (pulls ?? []).filter((each) => checks === undefined || kindOf(each) === checks);
  const isReadingChecks = checks !== undefined && statuses.isReading;
  return (
    <div>
      <PageHeader
        title="Pull requests"
        detail={pulls ? `${shown.length}${more ? "+" : ""}` : null}
        actions={props.action}
      />
      {props.filterBar}
      {statuses.waitsUntil ? <StatusesPaused until={statuses.waitsUntil} /> : null}
      {error ? (
        <div className="p-4">
          <CallFailure error={error} onRetry={onRetry}>
            {pulls ? "Showing the last known list." : "Couldn't load the pull requests."}
          </CallFailure>
        </div>
      ) : null}
      {problem ? (
        <p role="status" className="border-b px-4 py-1 text-warning text-xs">
          Couldn't load all pull requests. {problem}
        </p>
      ) : null}
      {pulls || error ? null : (
        <div className="px-4">
          <SkeletonRows label="Loading pull requests" />
        </div>
      )}
      {isReadingChecks ? (
        <p role="status" className="border-b px-4 py-1 text-muted-foreground text-xs">
          Loading checks…
        </p>
      ) : null}
      {pulls && shown.length === 0 && !isReadingChecks && !error ? (
        <EmptyState icon={GitPullRequest} title={filtered ? "No matching pull requests" : "No open pull requests"}>
          {filtered ? "Try removing a filter." : hint}
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
            showRepository={showRepository}
          />
        ))}
      </ul>
      {props.children}
    </div>
  );
}
