"use client";

import type { PullName } from "@/components/pulls/pull-queries";
import { announce } from "@/components/ui/announcer";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { useAfterGo } from "@/components/ui/use-after-go";
import { usePageRouter } from "@/components/ui/use-page-router";
import { useWindowKey } from "@/components/ui/use-window-key";
import { paths } from "@/lib/model/paths";

interface PullShortcuts {
  name: PullName;
  /** Tabs in order: 1 opens the first. */
  tabs: readonly { id: string }[];
  onTab: (id: string) => void;
  /** Numbers of the adjacent pull requests in the stack. */
  parent: string | undefined;
  child: string | undefined;
  canWrite: boolean;
}

/** Focuses the field, or presses the button, whose `aria-keyshortcuts` is the pressed letter. Returns false if there is none. */
function activate({ key, shiftKey }: KeyboardEvent): boolean {
  if (!/^[a-z]$/i.test(key)) return false;
  const target = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${shiftKey ? "Shift+" : ""}${key}"]`);
  if (!(target instanceof HTMLButtonElement)) target?.focus();
  else if (target.disabled) announce(`${target.textContent} isn't available now`);
  else target.click();
  return target !== null;
}

/**
 * Keyboard shortcuts of a pull request: 1–4 open tabs, { and } move down and up the stack, F launches an agent to fix it, and the
 * keys of the elements on the page: r goes to the review, M merges.
 */
export function usePullShortcuts({ name, tabs, onTab, parent, child, canWrite }: PullShortcuts): void {
  const router = usePageRouter();
  const isAfterGo = useAfterGo();
  useWindowKey((event) => {
    if (isAfterGo(event) || isTyping(event) || !shortcutsOn()) return;
    const tab = /^[1-9]$/.test(event.key) ? tabs[Number(event.key) - 1] : undefined;
    const neighbor = event.key === "{" ? parent : event.key === "}" ? child : undefined;
    if (tab) onTab(tab.id);
    else if (neighbor !== undefined) router.push(paths.pull({ ...name, pullNumber: neighbor }));
    else if (event.key === "F" && canWrite) router.push(paths.fixPull(name));
    else if (!activate(event)) return;
    event.preventDefault();
  });
}
