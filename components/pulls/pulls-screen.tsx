"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitPullRequest, Plus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { type PullFilters, pullsQuery } from "@/components/pulls/pull-queries";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { patiently } from "@/lib/client/retry-import";
import { repositoryOf } from "@/lib/model/hosting/repository-name";
import { FilterInput } from "./filter-input";
import { PullRow } from "./pull-row";
import { formatView, narrowingOf, parseView } from "./pull-view";
import { useStandings } from "./use-pull-statuses";

/** Comes when it is first opened, and then keeps what was typed. */
const CreatePullDialog = lazy(() => patiently(() => import("./create-pull-dialog")));

const MoreFilters = lazy(() => patiently(() => import("./more-filters")));

const SavedViews = lazy(() =>
  patiently(() => import("@/components/views/saved-views").then((all) => ({ default: all.SavedViews }))),
);

const states = [
  { value: "open", label: "Open" },
  { value: "merged", label: "Merged" },
  { value: "closed", label: "Closed" },
  { value: "all", label: "All" },
] as const;

const orders = [
  { value: "created", sortBy: "created", label: "Newest first" },
  { value: "created-asc", sortBy: "created", direction: "asc", label: "Oldest first" },
  { value: "updated", sortBy: "updated", label: "Last changed first" },
  { value: "updated-asc", sortBy: "updated", direction: "asc", label: "Oldest change first" },
] as const;

/** The pull requests of one repository; filters are kept in the URL. */
export function PullsScreen({ mayAct, isAdmin }: { mayAct: boolean; isAdmin: boolean }) {
  useHostingChanges();
  const url = useUrlState();
  const [creating, setCreating] = useState<boolean>();
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const names = repositories.data?.map(({ fullName }) => fullName) ?? [];
  const chosen = url.get("repo") || names[0] || "";
  const repository = repositoryOf(chosen);
  const narrowing = narrowingOf(url.get);
  const narrowed = Object.values(narrowing).some(Boolean);
  const order = orders.find(({ value }) => value === url.get("sort")) ?? orders[0];
  const filters: PullFilters = {
    state: states.find(({ value }) => value === url.get("state"))?.value ?? "open",
    author: url.get("author"),
    base: url.get("base"),
    sortBy: order.sortBy,
    ...("direction" in order ? { direction: order.direction } : {}),
    ...(narrowed ? { narrowing } : {}),
  };
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...pullsQuery(repository, filters),
    refetchInterval: 15_000,
    refetchIntervalInBackground: false,
  });
  const pulls = data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const standings = useStandings(repository, pulls);
  const filtered = filters.state !== "open" || filters.author !== "" || filters.base !== "" || narrowed;
  const problem = repositories.error ?? error;

  return (
    <div>
      <PageHeader
        title="Pull requests"
        detail={data ? `${pulls.length}${hasNextPage ? "+" : ""}` : null}
        actions={
          mayAct && repository ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden />
              New pull request
            </Button>
          ) : null
        }
      />
      <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <div className="w-full sm:w-56">
          <Select aria-label="Repository" value={chosen} onChange={(event) => url.set({ repo: event.target.value })}>
            {chosen && !names.includes(chosen) ? <option>{chosen}</option> : null}
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </div>
        <Segmented
          label="State"
          value={filters.state}
          options={states}
          onChange={(state) => url.set({ state: state === "open" ? "" : state })}
        />
        <FilterInput
          inputRef={search}
          label="Author"
          placeholder="Author: id or e-mail"
          value={filters.author}
          onValue={(value) => url.set({ author: value })}
          className="sm:w-48"
        />
        <FilterInput
          label="Base branch"
          placeholder="Base branch"
          value={filters.base}
          onValue={(value) => url.set({ base: value })}
          className="sm:w-40"
        />
        <div className="w-44">
          <Select aria-label="Order" value={order.value} onChange={(event) => url.set({ sort: event.target.value })}>
            {orders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <Suspense fallback={null}>
          <SavedViews
            list="pulls"
            query={formatView(url.get)}
            onOpen={(view) => url.set(parseView(view))}
            isAdmin={isAdmin}
          />
          <MoreFilters values={narrowing} onValue={(name, value) => url.set({ [name]: value })} />
        </Suspense>
      </search>
      {standings.waitsUntil ? (
        <p role="status" className="border-b px-4 py-1 text-muted-foreground text-xs">
          The points set aside for this list are used up; the other verdicts follow at{" "}
          <time dateTime={standings.waitsUntil}>{standings.waitsUntil.slice(11, 19)} UTC</time>.
        </p>
      ) : null}
      {problem ? (
        <div className="p-4">
          <CallFailure error={problem} onRetry={() => refetch()}>
            {data ? "The list below is as of the last answer." : "The pull requests could not be read."}
          </CallFailure>
        </div>
      ) : null}
      {isPending && !problem && (repository || repositories.isPending) ? (
        <div className="px-4">
          <SkeletonRows label="Loading pull requests" />
        </div>
      ) : null}
      {repositories.data?.length === 0 ? (
        <EmptyState icon={GitPullRequest} title="No repositories">
          Your credential reaches no repository of this service yet.
        </EmptyState>
      ) : null}
      {data && pulls.length === 0 && !problem ? (
        <EmptyState icon={GitPullRequest} title={filtered ? "Nothing matches" : "No open pull requests"}>
          {filtered
            ? "No pull request has all of these. Author takes an actor's id or a whole e-mail address."
            : "A pull request asks to merge one branch into another. Agents open them when told to."}
        </EmptyState>
      ) : null}
      {repository ? (
        <ul ref={list} aria-label="Pull requests">
          {pulls.map((pull) => (
            <PullRow key={pull.id} repository={repository} pull={pull} standing={standings.of(pull)} />
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
