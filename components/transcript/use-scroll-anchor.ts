"use client";

import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";

interface Anchor {
  key: string;
  index: number;
  /** Pixels from the top of the content to the row, as last compensated by scrolling. */
  start: number;
}

interface AnchorOptions {
  virtual: Virtualizer<HTMLElement, Element>;
  /** The rows as rendered. The virtualizer may already have newer measurements. */
  rows: readonly VirtualItem[];
  items: readonly { key: string; kind: string }[];
  /** True while the view follows the end instead. */
  locked: () => boolean;
}

/**
 * Keeps the visible content in place while rows above it are added, removed, or measured. The first visible row is the
 * anchor: scrolling compensates for every move of its top edge, so a visible row grows downwards. The virtualizer's own
 * scroll corrections must be disabled, because they use the scroll position of the last scroll event.
 */
export function useScrollAnchor({ virtual, rows, items, locked }: AnchorOptions): void {
  const anchor = useRef<Anchor | undefined>(undefined);
  const rendered = useRef({ rows, items });
  /** Position set by this hook. Its scroll event isn't the user scrolling, so the anchor stays. */
  const compensated = useRef<number | undefined>(undefined);
  const updateAnchor = useRef(() => {
    const top = virtual.scrollElement?.scrollTop ?? 0;
    const now = rendered.current;
    // The buttons that show more runs disappear or move once these load, so they can't be the anchor.
    const moves = new Set(["earlier", "later", "loading"]);
    const first = now.rows.find(({ end, index }) => end > top && !moves.has(now.items[index]?.kind ?? ""));
    const item = first && now.items[first.index];
    anchor.current = item && { key: item.key, index: first.index, start: first.start };
  });

  useLayoutEffect(() => {
    rendered.current = { rows, items };
    const region = virtual.scrollElement;
    const known = anchor.current;
    if (!region) return;
    if (known && items[known.index]?.key !== known.key) known.index = items.findIndex(({ key }) => key === known.key);
    const position =
      known && (rows.find(({ index }) => index === known.index) ?? virtual.measurementsCache[known.index]);
    if (!position || locked()) {
      updateAnchor.current();
      return;
    }
    const before = region.scrollTop;
    const moved = position.start - known.start;
    if (Math.abs(moved) >= 1) {
      region.scrollTop = before + moved;
      compensated.current = region.scrollTop;
    }
    // Browsers round scroll positions; carry the remainder over to the next move.
    known.start += region.scrollTop - before;
  });

  useLayoutEffect(() => {
    const region = virtual.scrollElement;
    if (!region) return;
    const onScroll = () => {
      if (region.scrollTop !== compensated.current) updateAnchor.current();
      compensated.current = undefined;
    };
    region.addEventListener("scroll", onScroll, { passive: true });
    return () => region.removeEventListener("scroll", onScroll);
  }, [virtual]);
}
