"use client";

import { type RefObject, useEffect } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";

/**
 * j and k move the focus from row to row of a list: each row is a `data-row` that holds a link or a button, or is one.
 * Where the focus is decides what the next row is, so rows may come and go in between.
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
