import type { RefObject } from "react";
import { isTyping, shortcutsOn } from "./shortcuts";
import { useAfterGo } from "./use-after-go";
import { useWindowKey } from "./use-window-key";

/** Keys of the focused row, an `ItemRow`: a clicks its first action, or focuses the first of several choices, and e marks it. */
export function useItemKeys(list: RefObject<HTMLElement | null>, onMark: (key: string) => void): void {
  const isAfterGo = useAfterGo();
  useWindowKey((event) => {
    const afterGo = isAfterGo(event);
    if ((event.key !== "e" && event.key !== "a") || isTyping(event) || !shortcutsOn()) return;
    // `g a` and `g e` go to other pages.
    if (afterGo) return;
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    const key = row?.dataset.row;
    if (!row || key === undefined || !list.current?.contains(row)) return;
    event.preventDefault();
    if (event.key === "a") {
      const action = row.querySelector<HTMLElement>("[data-action] :is(a, button:not([disabled]))");
      if (action?.closest("[data-choices]")) action.focus();
      else action?.click();
      return;
    }
    // The row may leave the list.
    const neighbor = row.nextElementSibling ?? row.previousElementSibling;
    neighbor?.querySelector<HTMLElement>("a")?.focus();
    onMark(key);
  });
}
