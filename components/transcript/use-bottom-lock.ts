"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const nearPx = 48;
const awayPx = 240;

interface BottomLock {
  /** True when the end is out of sight. */
  away: boolean;
  toEnd: () => void;
}

/**
 * Keeps a scrolled region at its end while its content grows, for as long as the reader is there. Only the reader's own
 * scrolling up lets go: growth, and the corrections a virtual list makes, never do.
 */
export function useBottomLock(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): BottomLock {
  const locked = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    locked.current = true;
    const region = scroller.current;
    if (region) region.scrollTop = region.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    const region = scroller.current;
    const grown = content.current;
    if (!region || !grown) return;
    let lastTop = region.scrollTop;
    const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;
    const onScroll = () => {
      if (distance() <= nearPx) locked.current = true;
      else if (region.scrollTop < lastTop - 1) locked.current = false;
      lastTop = region.scrollTop;
      setAway(!locked.current && distance() > awayPx);
    };
    const observer = new ResizeObserver(() => {
      if (locked.current) region.scrollTop = region.scrollHeight;
      setAway(!locked.current && distance() > awayPx);
    });
    region.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(region);
    observer.observe(grown);
    return () => {
      region.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller, content]);

  return { away, toEnd };
}
