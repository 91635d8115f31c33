"use client";

import { type RefObject, useEffect } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";

/** `/` focuses the screen's filter. */
export function useSearchKey(input: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || !shortcutsOn() || !input.current) return;
      event.preventDefault();
      input.current.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [input]);
}
