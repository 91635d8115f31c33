"use client";

import { useEffect, useEffectEvent } from "react";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";

const sequenceMs = 1_000;
const shifted = /^(?:[a-z]|arrow\w+)$/;
/** What Enter presses by itself. */
const pressable = "a, button, summary, label, [role='tree']";

/**
 * Single keys of a diff. It hears them before the console does, so that `c` comments here; after `g` they are the console's.
 * Ctrl F is `find` too, as the browser's own find only sees what is drawn.
 */
export function useDiffKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent, afterG: boolean) => {
    const findIt = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "f";
    if (!findIt && (isTyping(event) || !shortcutsOn() || afterG)) return;
    const key = event.key.toLowerCase();
    if (key === "enter" && event.target instanceof Element && event.target.closest(pressable)) return;
    const run = findIt ? keys["/"] : keys[event.shiftKey && shifted.test(key) ? `shift ${key}` : key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    let g = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      const afterG = event.timeStamp - g < sequenceMs;
      onKey(event, afterG);
      g = event.key === "g" && !afterG ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
