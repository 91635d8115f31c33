"use client";

import { type RefObject, useEffect } from "react";

/**
 * Keeps the content below an element in place when that element grows or shrinks, as long as the user
 * types or points there. The browser's scroll anchoring only holds the first visible element.
 */
export function useStillBelow(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current;
    if (!element) return;
    const end = () => element.getBoundingClientRect().bottom;
    let last = end();
    let pointer = Number.NEGATIVE_INFINITY;
    const isUsed = () => {
      const focused = document.activeElement;
      if (focused && focused !== document.body) {
        const place = element.compareDocumentPosition(focused);
        if (place & Node.DOCUMENT_POSITION_FOLLOWING && !(place & Node.DOCUMENT_POSITION_CONTAINED_BY)) return true;
      }
      return pointer > last;
    };
    const onScroll = () => {
      last = end();
    };
    const onPointer = (event: PointerEvent) => {
      pointer = event.clientY;
    };
    const sized = new ResizeObserver(() => {
      const moved = end() - last;
      if (moved !== 0 && isUsed()) window.scrollBy({ top: moved, behavior: "instant" });
      last = end();
    });
    sized.observe(element);
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pointermove", onPointer, { passive: true });
    return () => {
      sized.disconnect();
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("pointermove", onPointer);
    };
  }, [above]);
}
