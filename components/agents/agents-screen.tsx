"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Bot, Plus, SearchX } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useRef } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";
import { agentsQuery, filterAgents, flattenAgents } from "@/lib/queries/agents";
import { callProxy } from "@/lib/queries/call";
import { CallError } from "@/lib/queries/call-error";
import { AgentList } from "./agent-list";

const refreshMs = 5_000;

/** Puts a filter into the address, so that it survives a reload and can be shared. */
function setFilter(name: "q" | "archived", value: string): void {
  const url = new URL(window.location.href);
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
  window.history.replaceState(null, "", url);
}

const launch = (
  <Button asChild variant="primary">
    <Link href={paths.newAgent()}>
      <Plus aria-hidden />
      New agent
    </Link>
  </Button>
);

export function AgentsScreen() {
  const filters = useSearchParams();
  const text = filters.get("q") ?? "";
  const includeArchived = filters.get("archived") === "1";
  const search = useRef<HTMLInputElement>(null);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...agentsQuery(callProxy, { includeArchived }),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
  const agents = flattenAgents(data?.pages ?? []);
  const shown = filterAgents(agents, text);

  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <PageHeader title="Agents" detail={data ? `${agents.length}${hasNextPage ? "+" : ""}` : null} actions={launch} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2">
        <Input
          ref={search}
          type="search"
          aria-label="Filter agents"
          placeholder="Filter by name, id or status"
          defaultValue={text}
          onChange={(event) => setFilter("q", event.target.value)}
          className="w-full sm:w-72"
        />
        <Checkbox
          label="Archived too"
          checked={includeArchived}
          onChange={(checked) => setFilter("archived", checked ? "1" : "")}
        />
        {text && hasNextPage ? (
          <p className="text-muted-foreground text-xs">Filters the {agents.length} loaded agents.</p>
        ) : null}
      </div>
      {error ? (
        <div className="p-4">
          <ErrorNotice
            title={error.message}
            requestId={error instanceof CallError ? error.requestId : undefined}
            action={
              <Button size="small" onClick={() => refetch()}>
                Try again
              </Button>
            }
          >
            {data ? "The list below is as of the last answer." : "The agents could not be read. Nothing was changed."}
          </ErrorNotice>
        </div>
      ) : null}
      {isPending ? <Loading /> : null}
      {data && agents.length === 0 && !error ? (
        <EmptyState icon={Bot} title="No agents yet" action={launch}>
          An agent works on a repository in the cloud. Each prompt you send it is a run you can watch here.
        </EmptyState>
      ) : null}
      {agents.length > 0 && shown.length === 0 ? (
        <EmptyState icon={SearchX} title="No agent matches">
          None of the {agents.length} loaded agents has all of these words in its name, id or status.
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <AgentList
          agents={shown}
          onSearch={() => search.current?.focus()}
          loadMore={hasNextPage && !isFetchingNextPage ? () => fetchNextPage() : undefined}
          loadingMore={isFetchingNextPage}
        />
      ) : null}
    </div>
  );
}

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"];

function Loading() {
  return (
    <div role="status" aria-label="Loading agents" className="space-y-4 p-4">
      {rows.map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-16" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}
