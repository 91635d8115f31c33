"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitPullRequest, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { Repo } from "@/lib/contract/hosting/repo";
import { repositoryOf } from "@/lib/model/hosting/repository-name";
import { PullFilterBar } from "./pull-filter-bar";
import { pullsQuery } from "./pull-queries";
import { PullRow } from "./pull-row";
import { useHostingChanges } from "./use-hosting-changes";
import { usePullFilters } from "./use-pull-filters";
import { usePullStatuses } from "./use-pull-statuses";

/** Loaded when first opened, then stays mounted to keep the input. */
const CreatePullDialog = lazy(() => retryImport(() => import("./create-pull-dialog")));

/** The pull requests of one repository; filters are kept in the URL. */
export function PullsScreen({ canWrite, isAdmin }: { canWrite: boolean; isAdmin: boolean }) {
  useHostingChanges();
  const url = useUrlState();
  const [creating, setCreating] = useState<boolean>();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const names = repositories.data?.map(({ fullName }) => fullName) ?? [];
  const last = useLocalStore("pulls.repository", plainText);
  const chosen = url.get("repo") || defaultRepository(repositories.data ?? [], last.value);
  const { write } = last;
  const inUrl = url.get("repo");
  useEffect(() => {
    if (inUrl !== "") write(inUrl);
  }, [inUrl, write]);
  const repository = repositoryOf(chosen);
  const { filters, filtered } = usePullFilters();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...pullsQuery(repository, filters),
    refetchInterval: 15_000,
    refetchIntervalInBackground: false,
  });
  const pulls = data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const statuses = usePullStatuses(repository, pulls);
  const failure = repositories.error ?? error;

  return (
    <div>
      <PageHeader
        title="Pull requests"
        detail={data ? `${pulls.length}${hasNextPage ? "+" : ""}` : null}
        actions={
          canWrite && repository ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden />
              New pull request
            </Button>
          ) : null
        }
      />
      <PullFilterBar repositories={names} chosen={chosen} filters={filters} isAdmin={isAdmin} />
      {statuses.waitsUntil ? <StatusesPaused until={statuses.waitsUntil} /> : null}
      {failure ? (
        <div className="p-4">
          <CallFailure error={failure} onRetry={() => refetch()}>
            {data ? "Showing the last known list." : "Couldn't load the pull requests."}
          </CallFailure>
        </div>
      ) : null}
      {isPending && !failure && (repository || repositories.isPending) ? (
        <div className="px-4">
          <SkeletonRows label="Loading pull requests" />
        </div>
      ) : null}
      {repositories.data?.length === 0 ? (
        <EmptyState icon={GitPullRequest} title="No repositories yet">
          You don't have access to any repositories.
        </EmptyState>
      ) : null}
      {data && pulls.length === 0 && !failure ? <NoPulls filtered={filtered} /> : null}
      {repository ? (
        <ul ref={list} aria-label="Pull requests">
          {pulls.map((pull) => (
            <PullRow key={pull.id} repository={repository} pull={pull} status={statuses.of(pull)} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? (
        <div className="p-4">
          <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? "Loading…" : "Show more"}
          </Button>
        </div>
      ) : null}
      {repository && creating !== undefined ? (
        <Suspense fallback={null}>
          <CreatePullDialog key={chosen} repository={repository} open={creating} onOpenChange={setCreating} />
        </Suspense>
      ) : null}
    </div>
  );
}

const changedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;

/** The repository chosen last in this browser, otherwise the one that changed last. */
function defaultRepository(repositories: readonly Repo[], last: string): string {
  if (repositories.some(({ fullName }) => fullName === last)) return last;
  const [newest] = repositories.toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)));
  return newest?.fullName ?? "";
}

function NoPulls({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={GitPullRequest} title={filtered ? "No matching pull requests" : "No open pull requests"}>
      {filtered
        ? "Try removing a filter. The author filter takes an ID or a full email address."
        : "Create one, or select “Open a pull request” when you launch an agent."}
    </EmptyState>
  );
}

function StatusesPaused({ until }: { until: string }) {
  return (
    <p role="status" className="border-b px-4 py-1 text-muted-foreground text-xs">
      Rate limit reached. The remaining statuses load at <time dateTime={until}>{until.slice(11, 19)} UTC</time>.
    </p>
  );
}
