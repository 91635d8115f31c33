"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const nearPx = 48;
const awayPx = 240;

interface BottomLock {
  /** True when the end is out of sight. */
  away: boolean;
  scrollToEnd: () => void;
  /** Lets go of the end: the reader goes somewhere else. */
  unlock: () => void;
  isLocked: () => boolean;
  /** To be called once what was drawn has changed: brings the end back into sight while it is kept there. */
  keep: () => void;
}

/**
 * Keeps a scrolled region at its end while its content grows, for as long as the reader is there. Only the reader's own
 * scrolling up and opening lets go: growth, and the corrections a virtual list makes, never do. Content that shrinks takes
 * the scroll up with it, and may have grown again before the event of that: so every change is followed at once.
 */
export function useBottomLock(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): BottomLock {
  const locked = useRef(true);
  const [away, setAway] = useState(false);

  /** How it stood when it was last looked at. */
  const noted = useRef({ top: 0, height: 0 });

  const updateLock = useCallback((region: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = region;
    if (scrollHeight - scrollTop - clientHeight <= nearPx) locked.current = true;
    else if (scrollTop < noted.current.top - 1 && scrollHeight >= noted.current.height) locked.current = false;
    noted.current = { top: scrollTop, height: scrollHeight };
  }, []);
  const pinToBottom = useCallback((region: HTMLElement) => {
    region.scrollTop = region.scrollHeight;
    noted.current = { top: region.scrollTop, height: region.scrollHeight };
  }, []);
  const keep = useCallback(() => {
    const region = scroller.current;
    if (!region || !locked.current) return;
    updateLock(region);
    if (locked.current) pinToBottom(region);
  }, [scroller, updateLock, pinToBottom]);
  const scrollToEnd = useCallback(() => {
    locked.current = true;
    if (scroller.current) pinToBottom(scroller.current);
  }, [scroller, pinToBottom]);
  const unlock = useCallback(() => {
    locked.current = false;
  }, []);
  const isLocked = useCallback(() => locked.current, []);

  useEffect(() => {
    const region = scroller.current;
    const grown = content.current;
    if (!region || !grown) return;
    const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;
    const updateAway = () => setAway(!locked.current && distance() > awayPx);
    const onScroll = () => {
      updateLock(region);
      updateAway();
    };
    const observer = new ResizeObserver(() => {
      keep();
      updateAway();
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
  }, [scroller, content, updateLock, keep]);

  return { away, scrollToEnd, unlock, isLocked, keep };
}
