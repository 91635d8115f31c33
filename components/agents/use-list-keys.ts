"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import type { Selection } from "./use-selection";

interface ListKeys {
  /** Each row has its id as `data-agent`; its first link or button takes the focus. */
  agents: readonly { id: string }[];
  selection: Selection | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a row into sight. */
  show: (index: number) => void;
}

/**
 * j and k move from row to row, x selects, Enter opens: the link of the current row has the focus, so Enter is its own.
 * Answers the id of the current row, which stays the same agent while rows come and go around it.
 */
export function useListKeys({ agents, selection, scroller, show }: ListKeys): string | undefined {
  const [current, setCurrent] = useState<string>();
  const awaited = useRef(0);

  const move = useEffectEvent((step: number) => {
    const at = agents.findIndex(({ id }) => id === current);
    const index = Math.min(Math.max(at + step, 0), agents.length - 1);
    const agent = agents[index];
    if (!agent) return;
    setCurrent(agent.id);
    show(index);
    const focus = () => {
      const row = scroller.current?.querySelector(`[data-agent="${CSS.escape(agent.id)}"] :is(a, button)`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
      return row instanceof HTMLElement;
    };
    cancelAnimationFrame(awaited.current);
    // At once, so that an Enter right behind is the new row's; only a row that has to be made first is waited for.
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

  return agents.some(({ id }) => id === current) ? current : undefined;
}

/** The box of a row is no place to type. */
function isRowBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "checkbox" && target.closest("[data-agent]") !== null;
}
