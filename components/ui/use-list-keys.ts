"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";
import type { Selection } from "./use-selection";

interface ListKeys {
  /** Each row has its id as `data-agent`; its first link or button takes the focus. */
  rows: readonly { id: string }[];
  selection: Selection | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a row into sight. */
  show: (index: number) => void;
}

/**
 * j and k move from row to row, x selects, Enter opens: the link of the current row has the focus, so Enter is its own.
 * Returns the id of the current row, which stays the same while other rows are added and removed around it.
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
      const row = scroller.current?.querySelector(`[data-agent="${CSS.escape(next.id)}"] :is(a, button)`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
      return row instanceof HTMLElement;
    };
    cancelAnimationFrame(awaited.current);
    // Focus at once, so that an Enter pressed right after acts on the new row; wait only for a row that is not rendered yet.
    if (!focus()) awaited.current = requestAnimationFrame(focus);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) && !isRowBox(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn()) return;
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "x" && selection && current !== undefined) selection.pick(current, false);
    else if (event.key === "X" && selection && current !== undefined) selection.pick(current, true);
    else if (event.key === "Escape" && selection && selection.ids.size > 0) selection.set([]);
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return rows.some(({ id }) => id === current) ? current : undefined;
}

/** A row's checkbox takes no text, so the list keys work there. */
function isRowBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "checkbox" && target.closest("[data-agent]") !== null;
}
