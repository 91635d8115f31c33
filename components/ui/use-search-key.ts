"use client";

import type { RefObject } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";
import { useWindowKey } from "./use-window-key";

/** `/` focuses the screen's filter. */
export function useSearchKey(input: RefObject<HTMLElement | null>): void {
  useWindowKey((event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event) || !shortcutsOn() || !input.current) return;
    event.preventDefault();
    input.current.focus();
  });
}
