"use client";

import { useEffect } from "react";
import { type Binding, createSequences, isTyping, shortcutsOn } from "@/components/ui/shortcuts";

/** Listens for the console's keys while mounted. `onPalette` answers Ctrl or Cmd with K, also while typing. */
export function useConsoleKeys(bindings: readonly Binding[], onPalette: () => void): void {
  useEffect(() => {
    const feed = createSequences(bindings);
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
      } else if (!isTyping(event) && shortcutsOn() && feed(event.key, event.timeStamp)) {
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [bindings, onPalette]);
}
