"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { useListKeys } from "@/components/agents/use-list-keys";
import { useNow } from "@/components/ui/use-now";
import type { QueueRow } from "@/lib/queue/queue-row";
import { columns, QueueEntry } from "./queue-entry";

const rowHeight = 44;
const narrowRowHeight = 88;

interface QueueListProps {
  rows: readonly QueueRow[];
  offsetMs: number;
  onOpen: (id: string) => void;
}

/** The requests as rows, of which only those in sight are in the page. */
export function QueueList({ rows, offsetMs, onOpen }: QueueListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow() + offsetMs;
  const narrow = typeof window !== "undefined" && window.matchMedia("(max-width: 767px)").matches;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? narrowRowHeight : rowHeight),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
  });
  const current = useListKeys({
    agents: rows,
    selection: undefined,
    scroller,
    show: (index) => virtual.scrollToIndex(index),
  });
  return (
    <>
      <div
        aria-hidden
        className={`hidden gap-x-3 border-b px-4 py-1.5 text-muted-foreground text-xs md:grid ${columns}`}
      >
        {["Agent", "State", "Pool", "Repository", "Asked by"].map((title) => (
          <span key={title}>{title}</span>
        ))}
        <span className="text-right">Waiting</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard. */}
      <section ref={scroller} aria-label="Waiting requests" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row ? (
              <li
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <QueueEntry row={row} now={now} current={row.id === current} onOpen={onOpen} />
              </li>
            ) : null;
          })}
        </ul>
      </section>
    </>
  );
}
