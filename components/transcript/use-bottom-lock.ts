"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const lockDistancePx = 48;
const awayDistancePx = 240;

interface BottomLock {
  /** True when the end isn't visible. */
  away: boolean;
  scrollToEnd: () => void;
  /** Stops following the end, because the user navigates elsewhere. `hold`: also near the end, until the user scrolls. */
  unlock: (hold: boolean) => void;
  isLocked: () => boolean;
  /** Call after rendering: scrolls to the end while it is being followed. */
  follow: () => void;
}

/** Events by which users scroll. */
const userScrolls = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
const scrollKeys: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", " "]);

/** Whether an event is the user scrolling the region. A press on the region itself, not on its content, is on its scroll bar. */
function isScrolling(event: Event, region: HTMLElement): boolean {
  if (event instanceof KeyboardEvent) return scrollKeys.has(event.key);
  return event.type !== "pointerdown" || event.target === region;
}

/**
 * Keeps a scrolling region at its end while its content grows. Only the user's scrolling up or expanding something stops
 * that; growth and the virtualizer's scroll corrections don't. When content shrinks, the browser scrolls up, and the
 * content may have grown again before the scroll event fires, so every change is followed right away.
 */
export function useBottomLock(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): BottomLock {
  const locked = useRef(true);
  /** The end isn't followed even where the region can't scroll further, until the user scrolls. */
  const held = useRef(false);
  const [away, setAway] = useState(false);

  /** Scroll position and height at the last update. */
  const last = useRef({ top: 0, height: 0 });

  const updateLock = useCallback((region: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = region;
    if (scrollHeight - scrollTop - clientHeight <= lockDistancePx) locked.current = !held.current;
    else if (scrollTop < last.current.top - 1 && scrollHeight >= last.current.height) locked.current = false;
    last.current = { top: scrollTop, height: scrollHeight };
  }, []);
  const pinToBottom = useCallback((region: HTMLElement) => {
    region.scrollTop = region.scrollHeight;
    last.current = { top: region.scrollTop, height: region.scrollHeight };
  }, []);
  const follow = useCallback(() => {
    const region = scroller.current;
    if (!region || !locked.current) return;
    updateLock(region);
    if (locked.current) pinToBottom(region);
  }, [scroller, updateLock, pinToBottom]);
  const scrollToEnd = useCallback(() => {
    held.current = false;
    locked.current = true;
    if (scroller.current) pinToBottom(scroller.current);
  }, [scroller, pinToBottom]);
  const unlock = useCallback((hold: boolean) => {
    held.current = hold;
    locked.current = false;
  }, []);
  const isLocked = useCallback(() => locked.current, []);

  useEffect(() => {
    const region = scroller.current;
    const contentElement = content.current;
    if (!region || !contentElement) return;
    const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;
    const updateAway = () => setAway(!locked.current && distance() > awayDistancePx);
    const onScroll = () => {
      updateLock(region);
      updateAway();
    };
    const observer = new ResizeObserver(() => {
      follow();
      updateAway();
    });
    // Following the end would scroll away content that the user has just expanded.
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[aria-expanded], summary")) locked.current = false;
    };
    const release = (event: Event) => {
      if (!held.current || !isScrolling(event, region)) return;
      held.current = false;
      // At the end, scrolling further isn't an event.
      updateLock(region);
    };
    region.addEventListener("scroll", onScroll, { passive: true });
    for (const type of userScrolls) region.addEventListener(type, release, { passive: true });
    contentElement.addEventListener("click", onClick, { capture: true });
    observer.observe(region);
    observer.observe(contentElement);
    return () => {
      region.removeEventListener("scroll", onScroll);
      for (const type of userScrolls) region.removeEventListener(type, release);
      contentElement.removeEventListener("click", onClick, { capture: true });
      observer.disconnect();
    };
  }, [scroller, content, updateLock, follow]);

  return { away, scrollToEnd, unlock, isLocked, follow };
}
