"use client";

import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useSearchKey } from "@/components/ui/use-search-key";
import { formatCount } from "@/components/usage/format-numbers";
import { LazySavedViews } from "@/components/views/lazy-saved-views";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { AgentRow, IndexProgress } from "@/lib/contract/dashboard/agent-row";
import { buildVocabulary, queryWhileTyping } from "@/lib/model/agent-query/complete";
import { toDraft, toQuery } from "@/lib/model/agent-query/draft";
import { createFilter, prepareRows } from "@/lib/model/agent-query/match";
import {
  type AgentQuery,
  formatPart,
  formatQuery,
  invalidTerms,
  keys,
  parseQuery,
  unknownKeys,
} from "@/lib/model/agent-query/query";
import { paths } from "@/lib/model/paths";
import { counted, plural } from "@/lib/model/plural";
import { AgentBoard } from "./agent-board";
import { agentRowsQuery } from "./agent-rows";
import { IndexProblem } from "./index-problem";
import { NewAgentButton } from "./new-agent-button";
import { QueryBar } from "./query-bar";
import { useAgentQuery } from "./use-agent-query";

const loadAgentsEmptyState = () => import("./agents-empty-state");
const AgentsEmptyState = lazy(() => retryImport(loadAgentsEmptyState));

const noRows: readonly AgentRow[] = [];

interface AgentsViewProps {
  /** Whether the user may archive, cancel, and delete agents. */
  canOperate: boolean;
  isAdmin: boolean;
}

/** The filtered list of agents. The server renders everything but the rows, which need the browser's layout. */
export default function AgentsView({ canOperate, isAdmin }: AgentsViewProps) {
  const { data, error, isPending, refetch } = useQuery(agentRowsQuery(callProxy));
  const rows = data?.rows ?? noRows;
  const { draft, change } = useAgentQuery();
  const user = useMemo(() => ({ canOperate, isAdmin }), [canOperate, isAdmin]);
  const vocabulary = useMemo(() => {
    // Build the search index when agents arrive rather than on the first key press.
    prepareRows(rows);
    return buildVocabulary(rows);
  }, [rows]);
  const query = useMemo(() => queryWhileTyping(draft, vocabulary), [draft, vocabulary]);
  const filter = useMemo(() => createFilter(rows), [rows]);
  const { shown, unknown } = useMemo(() => filter(query, { now: Date.now() }), [filter, query]);
  const latest = useRef({ draft, change });
  latest.current = { draft, change };
  const onFilter = useCallback((term: string) => {
    const before = toQuery(latest.current.draft);
    if (before.some((part) => formatPart(part) === term)) return;
    latest.current.change(toDraft(parseQuery(`${formatQuery(before)} ${term}`)));
  }, []);
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  // Preload: it may be needed while the dashboard is unreachable.
  useEffect(() => void loadAgentsEmptyState().catch(() => undefined), []);
  const count = rows.length;
  const isHydrated = useHydrated();
  const isLoadingMore = data !== undefined && (data.cursor !== undefined || !data.progress.complete);

  const newAgentButton = canOperate ? <NewAgentButton /> : null;

  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <PageHeader
        title="Agents"
        detail={
          data ? (
            <Count rows={rows} shown={shown.length} filtered={query.length > 0} isLoadingMore={isLoadingMore} />
          ) : null
        }
        actions={
          <>
            <Button asChild variant="ghost" size="small">
              <Link href={paths.batches()} prefetch={false}>
                <Layers aria-hidden />
                Batches
              </Link>
            </Button>
            {newAgentButton}
          </>
        }
      />
      <div className="flex flex-wrap items-start gap-2 border-b px-4 py-2">
        <QueryBar draft={draft} onChange={change} vocabulary={vocabulary} input={search} />
        <LazySavedViews
          list="agents"
          query={formatQuery(toQuery(draft))}
          onOpen={(text) => change(toDraft(parseQuery(text)))}
          isAdmin={isAdmin}
        />
      </div>
      <UnknownKeys query={query} />
      <Notices progress={data?.progress} unknown={unknown} error={error} onRetry={() => refetch()} />
      {isPending || !isHydrated || (count === 0 && isLoadingMore && data.progress.lastError === undefined) ? (
        <div className="p-4">
          <SkeletonRows label="Loading agents" />
        </div>
      ) : null}
      {data && isHydrated && !(count === 0 && (isLoadingMore || error)) ? (
        <Suspense fallback={<SkeletonRows label="Loading agents" />}>
          <AgentBoard
            all={rows}
            rows={shown}
            user={user}
            onFilter={onFilter}
            empty={
              <AgentsEmptyState
                hiddenCount={count}
                filtered={query.length > 0}
                newAgentButton={newAgentButton}
                onClear={() => change({ chips: [], text: "" })}
              />
            }
          />
        </Suspense>
      ) : null}
    </div>
  );
}

interface CountProps {
  rows: readonly AgentRow[];
  shown: number;
  filtered: boolean;
  isLoadingMore: boolean;
}

function Count({ rows, shown, filtered, isLoadingMore }: CountProps) {
  const archived = rows.reduce((sum, { status }) => sum + (status === "ARCHIVED" ? 1 : 0), 0);
  const more = isLoadingMore ? "+" : "";
  const all = formatCount(rows.length);
  if (filtered) return `${shown === rows.length ? all : `${formatCount(shown)} of ${all}`}${more}`;
  return `${formatCount(rows.length - archived)}${more}${archived > 0 ? ` · ${formatCount(archived)} archived` : ""}`;
}

function UnknownKeys({ query }: { query: AgentQuery }) {
  const unknown = [...new Set(unknownKeys(query))];
  const invalid = invalidTerms(query);
  if (unknown.length === 0 && invalid.length > 0) {
    const hints = [...new Set(invalid.map(({ hint }) => hint))];
    return (
      <p role="alert" className="border-b px-4 py-1.5 text-danger text-xs">
        Unknown value in {invalid.map(({ term }) => formatPart(term)).join(", ")}. {hints.join(" ")}
      </p>
    );
  }
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
