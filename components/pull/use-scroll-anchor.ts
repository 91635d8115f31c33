"use client";

import { type RefObject, useEffect } from "react";

/**
 * Keeps the content below an element in place when the element is resized, while the user types or
 * points below it. The browser's own scroll anchoring only holds the first visible element.
 */
export function useScrollAnchor(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current;
    if (!element) return;
    const bottom = () => element.getBoundingClientRect().bottom;
    let last = bottom();
    let pointer = Number.NEGATIVE_INFINITY;
    const isUserBelow = () => {
      const focused = document.activeElement;
      if (focused && focused !== document.body) {
        const position = element.compareDocumentPosition(focused);
        if (position & Node.DOCUMENT_POSITION_FOLLOWING && !(position & Node.DOCUMENT_POSITION_CONTAINED_BY))
          return true;
      }
      return pointer > last;
    };
    const onScroll = () => {
      last = bottom();
    };
    const onPointer = (event: PointerEvent) => {
      pointer = event.clientY;
    };
    const observer = new ResizeObserver(() => {
      const delta = bottom() - last;
      if (delta !== 0 && isUserBelow()) window.scrollBy({ top: delta, behavior: "instant" });
      last = bottom();
    });
    observer.observe(element);
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pointermove", onPointer, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("pointermove", onPointer);
    };
  }, [above]);
}
