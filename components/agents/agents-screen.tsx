"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useSelection } from "@/components/ui/use-selection";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { AgentRow, IndexProgress } from "@/lib/contract/dashboard/agent-row";
import { queryWhileTyping, vocabularyOf } from "@/lib/model/agent-query/complete";
import { draftOf, queryOf } from "@/lib/model/agent-query/draft";
import { filterRows, prepareRows } from "@/lib/model/agent-query/match";
import { type AgentQuery, formatQuery, keys, parseQuery, unknownKeys } from "@/lib/model/agent-query/query";
import { counted, plural } from "@/lib/model/plural";
import { agentRowsQuery } from "./agent-rows";
import { IndexProblem } from "./index-problem";
import { NewAgentButton } from "./new-agent-button";
import { QueryBar } from "./query-bar";
import { useAgentQuery } from "./use-agent-query";
import { useBulk } from "./use-bulk";

/** Rows need the browser's layout, so the list loads after the page. So do saved views. */
const AgentList = lazy(() =>
  retryImport(() => import("./agent-list").then((module) => ({ default: module.AgentList }))),
);
const SavedViews = lazy(() =>
  retryImport(() => import("@/components/views/saved-views").then((module) => ({ default: module.SavedViews }))),
);
/** Loaded when agents are selected. */
const BulkBar = lazy(() => retryImport(() => import("./bulk-bar")));
const BulkPanel = lazy(() => retryImport(() => import("./bulk-panel")));
const loadAgentsEmptyState = () => import("./agents-empty-state");
const AgentsEmptyState = lazy(() => retryImport(loadAgentsEmptyState));

interface AgentsScreenProps {
  /** Whether the user may archive, cancel, and delete agents. */
  canOperate: boolean;
  isAdmin: boolean;
}

export function AgentsScreen({ canOperate, isAdmin }: AgentsScreenProps) {
  const { data, error, isPending, refetch } = useQuery(agentRowsQuery(callProxy));
  const rows = data?.rows;
  const { draft, change } = useAgentQuery();
  const vocabulary = useMemo(() => {
    // Build the search index when agents arrive rather than on the first key press.
    prepareRows(rows ?? []);
    return vocabularyOf(rows ?? []);
  }, [rows]);
  const query = useMemo(() => queryWhileTyping(draft, vocabulary), [draft, vocabulary]);
  const { shown, unknown } = useMemo(() => filterRows(rows ?? [], query), [rows, query]);
  const selection = useSelection(shown);
  const selected = useMemo(() => shown.filter(({ id }) => selection.ids.has(id)), [shown, selection]);
  const bulk = useBulk();
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  // Preload: it may be needed while the dashboard is unreachable.
  useEffect(() => void loadAgentsEmptyState().catch(() => undefined), []);
  const count = rows?.length ?? 0;
  const isLoadingMore = data !== undefined && (data.cursor !== undefined || !data.progress.complete);

  const newAgentButton = canOperate ? <NewAgentButton /> : null;

  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <PageHeader
        title="Agents"
        detail={data ? <Count shown={shown.length} all={count} isLoadingMore={isLoadingMore} /> : null}
        actions={newAgentButton}
      />
      <div className="flex flex-wrap items-start gap-2 border-b px-4 py-2">
        <QueryBar draft={draft} onChange={change} vocabulary={vocabulary} input={search} />
        <Suspense fallback={<span className="h-8 w-20" />}>
          <SavedViews
            list="agents"
            query={formatQuery(queryOf(draft))}
            onOpen={(text) => change(draftOf(parseQuery(text)))}
            isAdmin={isAdmin}
          />
        </Suspense>
      </div>
      <UnknownKeys query={query} />
      <Notices progress={data?.progress} unknown={unknown} error={error} onRetry={() => refetch()} />
      {isPending || (count === 0 && isLoadingMore && data.progress.trouble === undefined) ? (
        <div className="p-4">
          <SkeletonRows label="Loading agents" />
        </div>
      ) : null}
      {(data && count === 0 && !isLoadingMore && !error) || (count > 0 && shown.length === 0) ? (
        <Suspense fallback={null}>
          <AgentsEmptyState
            hiddenCount={count}
            filtered={query.length > 0}
            newAgentButton={newAgentButton}
            onClear={() => change({ chips: [], text: "" })}
          />
        </Suspense>
      ) : null}
      {shown.length > 0 ? (
        <Suspense fallback={<SkeletonRows label="Loading agents" />}>
          <AgentList agents={shown} selection={canOperate ? selection : undefined} />
        </Suspense>
      ) : null}
      {selected.length > 0 ? <BulkSection selected={selected} bulk={bulk} onClear={() => selection.set([])} /> : null}
      {bulk.state ? (
        <Suspense fallback={null}>
          <BulkPanel state={bulk.state} onStart={bulk.start} onStop={bulk.stop} onDismiss={bulk.dismiss} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface BulkSectionProps {
  selected: readonly AgentRow[];
  bulk: ReturnType<typeof useBulk>;
  onClear: () => void;
}

/** Over the end of the list, so that selecting a row doesn't move it. */
function BulkSection({ selected, bulk, onClear }: BulkSectionProps) {
  return (
    <div className="border-t bg-accent px-4 py-1.5">
      <Suspense fallback={<p className="h-7 text-sm">{selected.length} selected</p>}>
        <BulkBar selected={selected} busy={bulk.state?.running === true} onStart={bulk.start} onClear={onClear} />
      </Suspense>
    </div>
  );
}

function Count({ shown, all, isLoadingMore }: { shown: number; all: number; isLoadingMore: boolean }) {
  return (
    <>
      {shown === all ? all : `${shown} of ${all}`}
      {isLoadingMore ? "+" : ""}
    </>
  );
}

function UnknownKeys({ query }: { query: AgentQuery }) {
  const unknown = [...new Set(unknownKeys(query))];
  if (unknown.length === 0) return null;
  return (
    <p role="alert" className="border-b px-4 py-1.5 text-danger text-xs">
      Unknown {plural(unknown.length, "filter")} {unknown.map((key) => `${key}:`).join(", ")}. Use{" "}
      {keys.map((key) => `${key}:`).join(", ")}, or put the text in quotes.
    </p>
  );
}

interface NoticesProps {
  progress: IndexProgress | undefined;
  unknown: number;
  error: Error | null;
  onRetry: () => void;
}

function Notices({ progress, unknown, error, onRetry }: NoticesProps) {
  return (
    <>
      <IndexProblem progress={progress} error={error} onRetry={onRetry} className="p-4" />
      {unknown > 0 ? (
        <p role="status" className="border-b px-4 py-1.5 text-muted-foreground text-xs">
          {counted(unknown, "more agent")} may match; {plural(unknown, "its", "their")} details are still loading.
        </p>
      ) : null}
    </>
  );
}
