"use client";

import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";

interface Anchor {
  key: string;
  index: number;
  /** From the top of the content to the top of the row, in pixels, as far as the scroll has followed it. */
  start: number;
}

interface AnchorOptions {
  virtual: Virtualizer<HTMLElement, Element>;
  /** The rows of this rendering: where they are drawn, while the list may have measured them anew already. */
  rows: readonly VirtualItem[];
  items: readonly { key: string; kind: string }[];
  /** True while the end is kept in sight instead. */
  locked: () => boolean;
}

/**
 * Keeps what the reader looks at where it is while rows above it come, go and are measured. The first row in sight is
 * the anchor: the scroll follows every move of its top, and one that is in sight grows downwards. The virtual list's own
 * corrections must be off: they know the scroll as it was at its last event.
 */
export function useScrollAnchor({ virtual, rows, items, locked }: AnchorOptions): void {
  const anchor = useRef<Anchor | undefined>(undefined);
  const drawn = useRef({ rows, items });
  /** Where this scrolled to: the event of that tells of no wish of the reader's, who keeps looking at the same row. */
  const followed = useRef<number | undefined>(undefined);
  const remember = useRef(() => {
    const top = virtual.scrollElement?.scrollTop ?? 0;
    const now = drawn.current;
    // The button that brings earlier runs goes when they come.
    const first = now.rows.find(({ end, index }) => end > top && now.items[index]?.kind !== "earlier");
    const item = first && now.items[first.index];
    anchor.current = item && { key: item.key, index: first.index, start: first.start };
  });

  useLayoutEffect(() => {
    drawn.current = { rows, items };
    const region = virtual.scrollElement;
    const known = anchor.current;
    if (!region) return;
    if (known && items[known.index]?.key !== known.key) known.index = items.findIndex(({ key }) => key === known.key);
    const place = known && (rows.find(({ index }) => index === known.index) ?? virtual.measurementsCache[known.index]);
    if (!place || locked()) {
      remember.current();
      return;
    }
    const before = region.scrollTop;
    const moved = place.start - known.start;
    if (Math.abs(moved) >= 1) {
      region.scrollTop = before + moved;
      followed.current = region.scrollTop;
    }
    // Browsers scroll by whole pixels: what is left over counts at the next move.
    known.start += region.scrollTop - before;
  });

  useLayoutEffect(() => {
    const region = virtual.scrollElement;
    if (!region) return;
    const onScroll = () => {
      if (region.scrollTop !== followed.current) remember.current();
      followed.current = undefined;
    };
    region.addEventListener("scroll", onScroll, { passive: true });
    return () => region.removeEventListener("scroll", onScroll);
  }, [virtual]);
}
