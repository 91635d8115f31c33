"use client";

import { Hourglass, SearchX } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useSearchKey } from "@/components/ui/use-search-key";
import { retryImport } from "@/lib/client/retry-import";
import { paths } from "@/lib/model/paths";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { LazyRequestDialog } from "./lazy-request-dialog";
import { useQueue } from "./use-queue";
import { everything, filtered, type QueueFilter, type ShownState, useQueueFilter } from "./use-queue-filter";
import { WaitFigures } from "./wait-figures";

/** Loaded after the page. */
const WatchHealth = lazy(() => retryImport(() => import("./watch-health")));

/** The rows, which only the browser can lay out, come after the page. */
const QueueList = lazy(() => retryImport(() => import("./queue-list").then((all) => ({ default: all.QueueList }))));

const stateOptions: readonly { value: ShownState; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unclaimed", label: "Unclaimed" },
  { value: "away", label: "Worker away" },
];

interface QueueScreenProps {
  start: WorkerStart;
  mayClaim: boolean;
  mayRelease: boolean;
}

/** Every request that waits for a worker now. */
export function QueueScreen({ start, mayClaim, mayRelease }: QueueScreenProps) {
  const { rows, listed, health, offsetMs, words } = useQueue();
  const { filter, change } = useQueueFilter();
  const [open, setOpen] = useState<string>();
  const shown = useMemo(() => filtered(rows.values(), filter), [rows, filter]);
  const waiting = !listed || (health.listedAtMs === undefined && health.mode !== "failing");

  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <PageHeader
        title="Queue"
        detail={waiting ? null : shown.length === rows.size ? rows.size : `${shown.length} of ${rows.size}`}
        actions={
          <Suspense fallback={<span className="h-6" />}>
            <WatchHealth health={health} words={words} offsetMs={offsetMs} />
          </Suspense>
        }
      />
      <FilterBar rows={rows} filter={filter} onChange={change} />
      {health.mode === "failing" || health.mode === "polling" || words.tone === "failed" ? (
        <div className="p-4">
          <Trouble
            mode={health.mode}
            message={words.tone === "failed" ? words.detail : health.message}
            listed={health.listedAtMs !== undefined}
          />
        </div>
      ) : null}
      {waiting && health.mode !== "failing" && words.tone !== "failed" ? (
        <div className="p-4">
          <SkeletonRows label="Loading the queue" />
        </div>
      ) : null}
      {rows.size > 0 ? (
        <div className="border-b px-4 py-2">
          <WaitFigures rows={shown} offsetMs={offsetMs} />
        </div>
      ) : null}
      {listed && health.listedAtMs !== undefined && rows.size === 0 ? <EmptyQueue /> : null}
      {rows.size > 0 && shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No request matches"
          action={<Button onClick={() => change(everything)}>Clear the filter</Button>}
        >
          None of the {rows.size} requests that wait fits all of the filter.
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <Suspense fallback={<SkeletonRows label="Loading the queue" />}>
          <QueueList rows={shown} offsetMs={offsetMs} onOpen={setOpen} />
        </Suspense>
      ) : null}
      <LazyRequestDialog
        id={open}
        rows={rows}
        offsetMs={offsetMs}
        start={start}
        mayClaim={mayClaim}
        mayRelease={mayRelease}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

interface FilterBarProps {
  rows: QueueRows;
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
}

function FilterBar({ rows, filter, onChange }: FilterBarProps) {
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
        placeholder="Filter by agent, repository, label, person"
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
        {pools.map((pool) => (
          <option key={pool}>{pool}</option>
        ))}
      </Select>
      <Segmented
        label="State"
        value={filter.state}
        options={stateOptions}
        onChange={(state) => onChange({ ...filter, state })}
      />
    </div>
  );
}

function EmptyQueue() {
  return (
    <EmptyState
      icon={Hourglass}
      title="Nothing waits"
      action={
        <Button asChild>
          <Link href={paths.pools()}>Look at the pools</Link>
        </Button>
      }
    >
      Agents sent to a pool wait here until a worker takes them. They appear and go by themselves.
    </EmptyState>
  );
}

function Trouble({ mode, message, listed }: { mode: string; message: string | undefined; listed: boolean }) {
  if (mode === "polling") {
    return (
      <p role="status" className="text-muted-foreground text-sm">
        The service refuses the watch{message ? ` (${message})` : ""}, so the list is read every 5 seconds.
      </p>
    );
  }
  return (
    <ErrorNotice title={message ?? "The queue can't be read at the moment."}>
      {listed ? "The rows below are as of the last answer. " : "What waits is not known yet. "}
      The dashboard tries again by itself; what is shown puts itself right.
    </ErrorNotice>
  );
}
