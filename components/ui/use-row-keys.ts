"use client";

import { type RefObject, useEffect } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";

/**
 * j and k move focus between rows. Each row is a `data-row` that is or contains a link or a button. The position comes from the
 * focus, so rows can be added and removed in between.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || isTyping(event) || !shortcutsOn()) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      if (rows.length === 0) return;
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const next = rows[Math.min(Math.max(at + (event.key === "j" ? 1 : -1), 0), rows.length - 1)];
      const target = next?.matches("a, button") ? next : next?.querySelector<HTMLElement>("a, button");
      if (!target) return;
      event.preventDefault();
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "nearest" });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}
