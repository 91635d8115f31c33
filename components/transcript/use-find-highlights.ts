"use client";

import { type RefObject, useEffect } from "react";

const name = "slipway-find";
const maxRanges = 500;

function rangesIn(region: HTMLElement, term: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < maxRanges; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? "";
    for (let at = text.indexOf(term); at >= 0 && ranges.length < maxRanges; at = text.indexOf(term, at + term.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + term.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Scrolls to the first match in the marked row, or to the row, which can be in a taller one. */
export function showFirstMatch(region: HTMLElement | null, term: string): void {
  const row = region?.querySelector<HTMLElement>("[data-marked]");
  const match = row && term !== "" ? rangesIn(row, term)[0]?.startContainer.parentElement : undefined;
  if (match) match.scrollIntoView({ block: "center" });
  else row?.scrollIntoView({ block: "nearest" });
}

/** Highlights matches in the rendered rows with the CSS Custom Highlight API, without changing the DOM. */
export function useFindHighlights(region: RefObject<HTMLElement | null>, text: string): void {
  const term = text.trim().toLowerCase();
  useEffect(() => {
    const element = region.current;
    if (!element || term === "" || !("highlights" in CSS)) return;
    let frame = 0;
    const mark = () => CSS.highlights.set(name, new Highlight(...rangesIn(element, term)));
    const schedule = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(schedule);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    schedule();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(name);
    };
  }, [region, term]);
}
