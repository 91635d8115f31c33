"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useRunsByNumber } from "@/components/transcript/use-runs-by-number";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Agent } from "@/lib/contract/agents/agent";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { type RunReference, runLabel } from "@/lib/model/runs/run-reference";

const rowHeight = 32;
const pageRows = 8;

export interface RunListProps {
  agentId: string;
  env: Agent["env"];
  /** How many runs the agent has; `undefined` while they are counted. */
  total: number | undefined;
  /** The newest runs, oldest first. */
  newest: readonly NumberedRun[];
  /** The status of a run, which may be newer than that of the list. */
  statusOf: (run: NumberedRun) => string;
  onSelect: (run: RunReference) => void;
}

/** All runs of an agent, newest first. The visible ones are loaded. */
export function RunList({ agentId, env, total, newest, statusOf, onSelect }: RunListProps) {
  const scroller = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const unnumbered = useMemo(() => newest.filter(({ number }) => number === undefined).toReversed(), [newest]);
  const count = unnumbered.length + (total ?? 0);
  const numberAt = (index: number) => count - index;
  // A new function makes the virtualizer lay out all rows again.
  const getItemKey = useCallback((index: number) => unnumbered[index]?.id ?? count - index, [unnumbered, count]);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const window = {
    first: Math.max(1, numberAt(items.at(-1)?.index ?? 0)),
    last: Math.min(total ?? 0, numberAt(items[0]?.index ?? 0)),
  };
  const { runs } = useRunsByNumber(agentId, { total, newest, window });
  const current = Math.min(active, count - 1);
  // Scrolling can remove the current row.
  const tabStop = items.some(({ index }) => index === current) ? current : items[0]?.index;

  const move = (to: number) => {
    const index = Math.min(Math.max(to, 0), count - 1);
    setActive(index);
    virtual.scrollToIndex(index);
    const focus = () => {
      const row = scroller.current?.querySelector(`[data-index="${index}"] button`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
      return row instanceof HTMLElement;
    };
    if (!focus()) requestAnimationFrame(focus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfterKey(event.key, current, count);
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };

  return (
    <section
      ref={scroller}
      aria-label="Runs"
      onKeyDown={onKeyDown}
      className="-mx-2 max-h-64 overflow-y-auto overscroll-contain"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 h-8"
            style={{ transform: `translateY(${start}px)` }}
          >
            <RunRow
              run={unnumbered[index] ?? runs.get(numberAt(index))}
              number={index < unnumbered.length ? undefined : numberAt(index)}
              env={env}
              statusOf={statusOf}
              tabIndex={index === tabStop ? 0 : -1}
              onFocus={() => setActive(index)}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function rowAfterKey(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1;
    case "PageDown":
      return at + pageRows;
    case "PageUp":
      return at - pageRows;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

interface RunRowProps extends Pick<RunListProps, "env" | "statusOf" | "onSelect"> {
  /** `undefined` until it is loaded. */
  run: NumberedRun | undefined;
  number: number | undefined;
  tabIndex: number;
  onFocus: () => void;
}

function RunRow({ run, number, env, statusOf, tabIndex, onFocus, onSelect }: RunRowProps) {
  const select = () => {
    if (number !== undefined) onSelect({ number });
    else if (run) onSelect({ runId: run.id });
  };
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={select}
      className="flex h-8 w-full items-center gap-2 rounded px-2 py-1 text-left hover:bg-muted"
    >
      <span className="min-w-12 shrink-0 whitespace-nowrap">{runLabel(number)}</span>
      {run ? (
        <>
          <StatusBadge of="run" status={statusOf(run)} env={env} />
          <RelativeTime iso={run.createdAt} className="ml-auto truncate text-muted-foreground" />
        </>
      ) : (
        <Skeleton className="w-16" />
      )}
    </button>
  );
}
