"use client";

import { useRouter } from "next/navigation";
import type { PullName } from "@/components/pulls/pull-queries";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
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

/** Keyboard shortcuts of a pull request: 1–4 open tabs, { and } move down and up the stack, F launches an agent to fix it. */
export function usePullShortcuts({ name, tabs, onTab, parent, child, canWrite }: PullShortcuts): void {
  const router = useRouter();
  useWindowKey((event) => {
    if (isTyping(event) || !shortcutsOn()) return;
    const tab = /^[1-9]$/.test(event.key) ? tabs[Number(event.key) - 1] : undefined;
    const neighbor = event.key === "{" ? parent : event.key === "}" ? child : undefined;
    if (tab) onTab(tab.id);
    else if (neighbor !== undefined) router.push(paths.pull({ ...name, pullNumber: neighbor }));
    else if (event.key === "F" && canWrite) router.push(paths.fixPull(name));
    else return;
    event.preventDefault();
  });
}
