"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { paths } from "@/lib/model/paths";

interface PullKeys {
  name: PullName;
  /** The tabs in their order; 1 opens the first. */
  tabs: readonly { id: string }[];
  onTab: (id: string) => void;
  /** Numbers of the neighbours in the stack. */
  parent: string | undefined;
  child: string | undefined;
  mayAct: boolean;
}

/** Keys of a pull request's page: 1 to 4 open its tabs, { and } go down and up its stack, F launches an agent to fix it. */
export function usePullKeys({ name, tabs, onTab, parent, child, mayAct }: PullKeys): void {
  const router = useRouter();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || !shortcutsOn()) return;
    const tab = /^[1-9]$/.test(event.key) ? tabs[Number(event.key) - 1] : undefined;
    const neighbour = event.key === "{" ? parent : event.key === "}" ? child : undefined;
    if (tab) onTab(tab.id);
    else if (neighbour !== undefined) router.push(paths.pull({ ...name, pullNumber: neighbour }));
    else if (event.key === "F" && mayAct) router.push(paths.fixPull(name));
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
