"use client";

import { Hourglass, SearchX } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Input } from "@/components/ui/input";
import { Options } from "@/components/ui/options";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useSearchKey } from "@/components/ui/use-search-key";
import { loadEarly } from "@/lib/client/load-early";
import { retryImport } from "@/lib/client/retry-import";
import { paths } from "@/lib/model/paths";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { LazyRequestDialog } from "./lazy-request-dialog";
import { useQueue } from "./use-queue";
import { filterQueue, noFilter, type QueueFilter, type ShownState, useQueueFilter } from "./use-queue-filter";
import { WaitStats } from "./wait-stats";

/** Loaded after the page. */
const WatchHealth = lazy(() => retryImport(() => import("./watch-health")));

/** Only the browser can lay out the virtualized rows. */
const loadList = loadEarly(() => import("./queue-list").then((all) => ({ default: all.QueueList })));
const QueueList = lazy(() => retryImport(loadList));

const stateOptions: readonly { value: ShownState; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unclaimed", label: "Queued" },
  { value: "away", label: "Worker offline" },
];

interface QueuePanelProps {
  start: WorkerStart;
  canClaim: boolean;
  canRelease: boolean;
}

/** Every agent that is waiting for a worker. */
export function QueuePanel({ start, canClaim, canRelease }: QueuePanelProps) {
  const { rows, listed, health, offsetMs, connection } = useQueue();
  const { filter, change } = useQueueFilter();
  const [open, setOpen] = useState<string>();
  const names = useAgentNames(useMemo(() => [...rows.keys()], [rows]));
  const shown = useMemo(() => filterQueue(rows.values(), filter, names), [rows, filter, names]);
  const isLoading = !listed || (health.listedAtMs === undefined && health.mode !== "failing");

  return (
    <section aria-label="Queue" className="flex min-h-0 flex-1 flex-col">
      <FilterBar rows={rows} filter={filter} onChange={change}>
        {isLoading || shown.length === rows.size ? null : (
          <span className="text-muted-foreground text-sm">
            {shown.length} of {rows.size}
          </span>
        )}
        <span className="ml-auto">
          <Suspense fallback={<span className="h-6" />}>
            <WatchHealth health={health} connection={connection} offsetMs={offsetMs} />
          </Suspense>
        </span>
      </FilterBar>
      {health.mode === "failing" || health.mode === "polling" || connection.tone === "failed" ? (
        <div className="p-4">
          <QueueError
            mode={health.mode}
            message={connection.tone === "failed" ? connection.detail : health.message}
            listed={health.listedAtMs !== undefined}
          />
        </div>
      ) : null}
      {isLoading && health.mode !== "failing" && connection.tone !== "failed" ? (
        <div className="p-4">
          <SkeletonRows label="Loading queue" />
        </div>
      ) : null}
      {rows.size > 0 ? (
        <div className="border-b px-4 py-2">
          <WaitStats rows={shown} offsetMs={offsetMs} />
        </div>
      ) : null}
      {listed && health.listedAtMs !== undefined && rows.size === 0 ? <EmptyQueue /> : null}
      {rows.size > 0 && shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No matches"
          action={<Button onClick={() => change(noFilter)}>Clear filter</Button>}
        >
          None of the {rows.size} waiting agents match this filter.
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <Suspense fallback={<SkeletonRows label="Loading queue" />}>
          <QueueList rows={shown} names={names} offsetMs={offsetMs} onOpen={setOpen} />
        </Suspense>
      ) : null}
      <LazyRequestDialog
        id={open}
        rows={rows}
        offsetMs={offsetMs}
        start={start}
        canClaim={canClaim}
        canRelease={canRelease}
        onClose={() => setOpen(undefined)}
      />
    </section>
  );
}

interface FilterBarProps {
  rows: QueueRows;
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
  children: ReactNode;
}

function FilterBar({ rows, filter, onChange, children }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  const pools = useMemo(() => {
    const names = new Set([...rows.values()].flatMap(({ pool }) => (pool === undefined ? [] : [pool])));
    if (filter.pool) names.add(filter.pool);
    return [...names].sort();
  }, [rows, filter.pool]);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <Input
        ref={search}
        type="search"
        aria-label="Filter"
        placeholder="Filter by agent, repository, label, user"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
        className="w-full min-w-0 sm:w-72"
      />
      <Select
        aria-label="Pool"
        value={filter.pool}
        onChange={(event) => onChange({ ...filter, pool: event.target.value })}
        className="w-full sm:w-40"
      >
        <option value="">All pools</option>
        <Options values={pools} />
      </Select>
      <Segmented
        label="State"
        value={filter.state}
        options={stateOptions}
        onChange={(state) => onChange({ ...filter, state })}
      />
      {children}
    </div>
  );
}

function EmptyQueue() {
  return (
    <EmptyState
      icon={Hourglass}
      title="Queue is empty"
      action={
        <Button asChild>
          <Link href={paths.capacity()}>View pools</Link>
        </Button>
      }
    >
      Agents sent to a pool appear here until a worker picks them up. The list updates automatically.
    </EmptyState>
  );
}

function QueueError({ mode, message, listed }: { mode: string; message: string | undefined; listed: boolean }) {
  if (mode === "polling") {
    return (
      <p role="status" className="text-muted-foreground text-sm">
        Live updates aren't available{message ? ` (${message})` : ""}. The list refreshes every 5 seconds.
      </p>
    );
  }
  return (
    <ErrorNotice title={message ?? "Couldn't load the queue."}>
      {listed ? "The list may be out of date. " : ""}Retrying automatically.
    </ErrorNotice>
  );
}
