"use client";

import type { LucideIcon } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

export interface PageAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const registered = new Set<PageAction>();

/** Offers an action of the page in the command palette while the component is mounted. */
export function usePageAction({ label, icon, run }: PageAction): void {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const action = { label, icon, run: () => runLatest() };
    registered.add(action);
    return () => void registered.delete(action);
  }, [label, icon]);
}

/** The actions of the page, in the order in which its components mounted, one of each name. */
export const pageActions = (): readonly PageAction[] => [
  ...new Map([...registered].map((action) => [action.label, action])).values(),
];
