"use client";

import { type RefObject, useEffectEvent, useRef, useState } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";
import type { Selection } from "./use-selection";
import { useWindowKey } from "./use-window-key";

interface ListKeys {
  /** Each row has its id as `data-row-id`; its first link or button gets the focus. */
  rows: readonly { id: string }[];
  selection: Selection | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a row into view. */
  show: (index: number) => void;
}

/**
 * j and k move between rows, x selects, and Enter opens, because the current row's link has focus. Returns the id of the current
 * row, which stays current while other rows are added or removed.
 */
export function useListKeys({ rows, selection, scroller, show }: ListKeys): string | undefined {
  const [current, setCurrent] = useState<string>();
  const awaited = useRef(0);

  const move = useEffectEvent((step: number) => {
    const at = rows.findIndex(({ id }) => id === current);
    const index = Math.min(Math.max(at + step, 0), rows.length - 1);
    const next = rows[index];
    if (!next) return;
    setCurrent(next.id);
    show(index);
    const focus = () => {
      const row = scroller.current?.querySelector(`[data-row-id="${CSS.escape(next.id)}"] :is(a, button)`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
      return row instanceof HTMLElement;
    };
    cancelAnimationFrame(awaited.current);
    // Focus synchronously, so that an immediate Enter acts on the new row; wait only for a row that isn't rendered yet.
    if (!focus()) awaited.current = requestAnimationFrame(focus);
  });

  useWindowKey((event) => {
    if (isTyping(event) && !isRowCheckbox(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn()) return;
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "x" && selection && current !== undefined) selection.pick(current, false);
    else if (event.key === "X" && selection && current !== undefined) selection.pick(current, true);
    else if (event.key === "Escape" && selection && selection.ids.size > 0) selection.set([]);
    else return;
    event.preventDefault();
  });

  return rows.some(({ id }) => id === current) ? current : undefined;
}

/** List keys work in a row's checkbox, which doesn't accept text. */
function isRowCheckbox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "checkbox" && target.closest("[data-row-id]") !== null;
}
