"use client";

import { type RefObject, useEffect } from "react";

const name = "slipway-find";
const most = 500;

function rangesIn(region: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < most; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? "";
    for (
      let at = text.indexOf(wanted);
      at >= 0 && ranges.length < most;
      at = text.indexOf(wanted, at + wanted.length)
    ) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Marks what was found in the rows that are drawn. No element is touched: the browser paints the ranges. */
export function useFindHighlights(region: RefObject<HTMLElement | null>, text: string): void {
  const wanted = text.trim().toLowerCase();
  useEffect(() => {
    const element = region.current;
    if (!element || wanted === "" || !("highlights" in CSS)) return;
    let frame = 0;
    const mark = () => CSS.highlights.set(name, new Highlight(...rangesIn(element, wanted)));
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(soon);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    soon();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(name);
    };
  }, [region, wanted]);
}
