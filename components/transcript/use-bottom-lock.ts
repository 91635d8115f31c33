"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const nearPx = 48;
const awayPx = 240;

interface BottomLock {
  /** True when the end is out of sight. */
  away: boolean;
  toEnd: () => void;
  /** Lets go of the end: the reader goes somewhere else. */
  letGo: () => void;
  isLocked: () => boolean;
}

/**
 * Keeps a scrolled region at its end while its content grows, for as long as the reader is there. Only the reader's own
 * scrolling up and opening lets go: growth, and the corrections a virtual list makes, never do.
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
  const letGo = useCallback(() => {
    locked.current = false;
  }, []);
  const isLocked = useCallback(() => locked.current, []);

  useEffect(() => {
    const region = scroller.current;
    const grown = content.current;
    if (!region || !grown) return;
    let lastTop = region.scrollTop;
    let lastHeight = region.scrollHeight;
    const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;
    const onScroll = () => {
      // Content that shrinks moves the scroll up, and is not the reader.
      const shrunk = region.scrollHeight < lastHeight;
      if (distance() <= nearPx) locked.current = true;
      else if (region.scrollTop < lastTop - 1 && !shrunk) locked.current = false;
      lastTop = region.scrollTop;
      lastHeight = region.scrollHeight;
      setAway(!locked.current && distance() > awayPx);
    };
    const observer = new ResizeObserver(() => {
      if (locked.current) region.scrollTop = region.scrollHeight;
      setAway(!locked.current && distance() > awayPx);
    });
    // What a reader opens grows below their eyes: following the end would take it away.
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[aria-expanded], summary")) locked.current = false;
    };
    region.addEventListener("scroll", onScroll, { passive: true });
    grown.addEventListener("click", onClick, { capture: true });
    observer.observe(region);
    observer.observe(grown);
    return () => {
      region.removeEventListener("scroll", onScroll);
      grown.removeEventListener("click", onClick, { capture: true });
      observer.disconnect();
    };
  }, [scroller, content]);

  return { away, toEnd, letGo, isLocked };
}
