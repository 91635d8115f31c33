"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useListKeys } from "./use-list-keys";
import type { Selection } from "./use-selection";

interface VirtualRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  /** Row height. A wrong one costs a second layout of all rows whenever rows appear. */
  height: number;
  /** Approximate row height on narrow screens. */
  narrowHeight: number;
  /** The width in pixels from which screens aren't narrow. */
  wideFrom?: number;
  /** What is added to the height of a row, such as the height of a heading above it. Must be stable. */
  extraHeight?: (index: number) => number;
  selection?: Selection | undefined;
  /** Called with the visible rows, and with none on unmount. Must be stable. */
  onVisibleRows?: (rows: readonly Row[]) => void;
  children: (row: Row, current: boolean, index: number) => ReactNode;
}

/** A virtualized list with keyboard navigation. */
export function VirtualRows<Row extends { id: string }>(props: VirtualRowsProps<Row>) {
  const { label, rows, height, narrowHeight, wideFrom = 768, extraHeight, selection, onVisibleRows, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = typeof window !== "undefined" && window.innerWidth < wideFrom;
  // A new function makes the virtualizer lay out all rows again.
  const getItemKey = useCallback(
    (index: number) => {
      const id = rows[index]?.id ?? index;
      const extra = extraHeight?.(index);
      // A row that was measured with something above it has another height without it.
      return extra ? `${id} ${extra}` : id;
    },
    [rows, extraHeight],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (narrow ? narrowHeight : height) + (extraHeight?.(index) ?? 0),
    getItemKey,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const current = useListKeys({ rows, selection, scroller, show: (index) => virtual.scrollToIndex(index) });

  useEffect(() => {
    onVisibleRows?.(items.flatMap(({ index }) => rows[index] ?? []));
    return () => onVisibleRows?.([]);
  }, [items, rows, onVisibleRows]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section ref={scroller} aria-label={label} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return row ? (
            <li
              key={row.id}
              data-index={item.index}
              ref={virtual.measureElement}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {children(row, row.id === current, item.index)}
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
