"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import { inSight } from "@/lib/queries/agent-rows";
import { AgentRow, columns } from "./agent-row";
import { useListKeys } from "./use-list-keys";
import type { Selection } from "./use-selection";

const rowHeight = 44;
const narrowRowHeight = 68;

interface AgentListProps {
  agents: readonly Agent[];
  /** Absent for people who may only look. */
  selection: Selection | undefined;
}

/** The agents as rows, of which only those in sight are in the page. */
export function AgentList({ agents, selection }: AgentListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = typeof window !== "undefined" && window.matchMedia("(max-width: 767px)").matches;
  const virtual = useVirtualizer({
    count: agents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? narrowRowHeight : rowHeight),
    getItemKey: (index) => agents[index]?.id ?? index,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const current = useListKeys({
    agents,
    selection,
    scroller,
    show: (index) => virtual.scrollToIndex(index),
  });

  useEffect(() => {
    inSight.ids = items
      .map(({ index }) => agents[index])
      .filter((agent) => agent !== undefined)
      .filter(({ run, repos }) => !run || !repos || !isTerminal(run.status))
      .map(({ id }) => id);
    return () => {
      inSight.ids = [];
    };
  }, [items, agents]);

  const allSelected = selection !== undefined && agents.length > 0 && agents.every(({ id }) => selection.ids.has(id));
  return (
    <>
      <div
        className={`grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-b px-4 py-1.5 text-muted-foreground text-xs ${columns}`}
      >
        {selection ? (
          <input
            type="checkbox"
            aria-label={`Select all ${agents.length} agents shown`}
            checked={allSelected}
            ref={(box) => {
              if (box) box.indeterminate = !allSelected && selection.ids.size > 0;
            }}
            onChange={() => selection.set(allSelected ? [] : agents.map(({ id }) => id))}
            className="size-4 accent-primary"
          />
        ) : (
          <span />
        )}
        <span aria-hidden>Name</span>
        {["Agent", "Latest run", "Repository", "Branch"].map((title) => (
          <span key={title} aria-hidden className="hidden md:inline">
            {title}
          </span>
        ))}
        <span aria-hidden className="hidden text-right md:inline">
          Age
        </span>
        <span aria-hidden className="hidden text-right md:inline">
          Last activity
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard. */}
      <section ref={scroller} aria-label="Agents" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const agent = agents[item.index];
            return agent ? (
              <li
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                aria-setsize={agents.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <AgentRow
                  agent={agent}
                  current={agent.id === current}
                  selected={selection?.ids.has(agent.id) ?? false}
                  onSelect={selection?.pick}
                />
              </li>
            ) : null;
          })}
        </ul>
      </section>
    </>
  );
}
