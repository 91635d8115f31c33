"use client";

import { type RefObject, useRef } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";
import { useWindowKey } from "./use-window-key";

const steps: ReadonlyMap<string, number> = new Map([
  ["j", 1],
  ["ArrowDown", 1],
  ["k", -1],
  ["ArrowUp", -1],
]);

/**
 * j and k move focus between rows, and so do the arrow keys while a row has it. Each row is a `data-row` that is or contains a
 * link or a button. The position comes from the focus, so rows can be added and removed in between. After the focused row was
 * removed, keys continue from its place.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ row: HTMLElement; at: number }>(undefined);
  useWindowKey((event) => {
    const step = steps.get(event.key);
    if (step === undefined || isTyping(event) || !shortcutsOn()) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    if (rows.length === 0) return;
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    if (focused < 0 && event.key.startsWith("Arrow")) return;
    // The place of a removed row is between its neighbors.
    const removed = last.current && !last.current.row.isConnected ? last.current.at - 0.5 : -1;
    const from = focused < 0 ? removed : focused;
    const to = step > 0 ? Math.floor(from + 1) : Math.ceil(from - 1);
    const at = Math.min(Math.max(to, 0), rows.length - 1);
    const next = rows[at];
    const target = next?.matches("a, button") ? next : next?.querySelector<HTMLElement>("a, button");
    if (!next || !target) return;
    last.current = { row: next, at };
    event.preventDefault();
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  });
}
