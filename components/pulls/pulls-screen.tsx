"use client";

import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitPullRequest, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { Repo } from "@/lib/contract/hosting/repo";
import { parseRepositoryName } from "@/lib/model/hosting/repository-name";
import { AllPulls } from "./all-pulls";
import { defaultRepository } from "./default-repository";
import { groupStacks } from "./group-stacks";
import { PullFilterBar } from "./pull-filter-bar";
import { pullsQuery } from "./pull-queries";
import { PullRow } from "./pull-row";
import { allRepositories } from "./repository-select";
import { StatusesPaused } from "./statuses-paused";
import { useHostingChanges } from "./use-hosting-changes";
import { usePullFilters } from "./use-pull-filters";
import { usePullStatuses } from "./use-pull-statuses";

/** Loaded when first opened, then stays mounted to keep the input. */
const CreatePullDialog = lazy(() => retryImport(() => import("./create-pull-dialog")));

interface PullsScreenProps {
  canWrite: boolean;
  isAdmin: boolean;
}

/** The pull requests of one or of all repositories. The last choice is kept in this browser. */
export function PullsScreen(props: PullsScreenProps) {
  useHostingChanges();
  const url = useUrlState();
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const names = repositories.data?.map(({ fullName }) => fullName) ?? [];
  const last = useLocalStore("pulls.repository", plainText);
  const inUrl = url.get("repo");
  const isCreating = url.get("new") !== "";
  const listed = inUrl || defaultRepository(repositories.data, last.value);
  // Pull requests are created in one repository.
  const chosen = isCreating && listed === allRepositories ? (names[0] ?? listed) : listed;
  const { write } = last;
  useEffect(() => {
    if (inUrl !== "") write(inUrl);
  }, [inUrl, write]);
  if (chosen === allRepositories) {
    return <AllPulls repositories={names} chosen={chosen} isAdmin={props.isAdmin} />;
  }
  return (
    <RepositoryPulls
      {...props}
      chosen={chosen}
      repositories={repositories}
      isCreating={isCreating}
      onCreating={(now) => url.set({ new: now ? "1" : "" })}
    />
  );
}

interface RepositoryPullsProps extends PullsScreenProps {
  /** The full name of the repository. */
  chosen: string;
  repositories: UseQueryResult<Repo[]>;
  /** The form to create a pull request is open. */
  isCreating: boolean;
  onCreating: (now: boolean) => void;
}

/** The pull requests of one repository; filters are kept in the URL. */
function RepositoryPulls(props: RepositoryPullsProps) {
  const { canWrite, isAdmin, chosen, repositories, isCreating, onCreating } = props;
  const [wasOpened, setWasOpened] = useState(false);
  if (isCreating && !wasOpened) setWasOpened(true);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const names = repositories.data?.map(({ fullName }) => fullName) ?? [];
  const repository = parseRepositoryName(chosen);
  const { filters, filtered } = usePullFilters();
  const query = useInfiniteQuery({
    ...pullsQuery(repository, filters),
    refetchInterval: 15_000,
    refetchIntervalInBackground: false,
  });
  const { data, error, isPending, refetch } = query;
  const pulls = data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const statuses = usePullStatuses(repository, pulls);
  const failure = repositories.error ?? error;

  return (
    <div>
      <PageHeader
        title="Pull requests"
        detail={data ? `${pulls.length}${query.hasNextPage ? "+" : ""}` : null}
        actions={
          canWrite && repository ? (
            <Button variant="primary" onClick={() => onCreating(true)}>
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
      {data && pulls.length === 0 && !failure ? <NoPulls filtered={filtered} /> : null}
      {repository ? (
        <ul ref={list} aria-label="Pull requests">
          {groupStacks(pulls, (pull) => pull).map(({ entry: pull, layer }) => (
            <PullRow key={pull.id} repository={repository} pull={pull} status={statuses.of(pull)} layer={layer} />
          ))}
        </ul>
      ) : null}
      {query.hasNextPage ? (
        <div className="p-4">
          <NextPageButton of={query} />
        </div>
      ) : null}
      {canWrite && repository && wasOpened ? (
        <Suspense fallback={null}>
          <CreatePullDialog key={chosen} repository={repository} open={isCreating} onOpenChange={onCreating} />
        </Suspense>
      ) : null}
    </div>
  );
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
