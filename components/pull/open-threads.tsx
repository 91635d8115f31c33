"use client";

import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { useWindowKey } from "@/components/ui/use-window-key";
import { counted } from "@/lib/model/plural";

interface OpenThreadsProps {
  count: number;
  /** More comments aren't loaded. */
  more: boolean;
  /** Contains the threads. */
  list: RefObject<HTMLElement | null>;
}

/** The number of open threads, with a button and keys that go from one to the next. */
export function OpenThreads({ count, more, list }: OpenThreadsProps) {
  /** The position comes from the focus, so threads can be added and resolved in between. */
  const go = (step: 1 | -1) => {
    const threads = [...(list.current?.querySelectorAll<HTMLElement>("details[data-open-thread] > summary") ?? [])];
    const at = threads.findIndex((summary) => summary.parentElement?.contains(document.activeElement));
    const next = threads.at(at < 0 && step < 0 ? -1 : (at + step) % threads.length);
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "center" });
  };
  useWindowKey((event) => {
    const step = event.key === "N" ? 1 : event.key === "P" ? -1 : undefined;
    if (step === undefined || isTyping(event) || !shortcutsOn()) return;
    event.preventDefault();
    go(step);
  });
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-2 text-sm">
      {more ? `${count}+ open threads` : counted(count, "open thread")}
      <Button size="small" variant="ghost" onClick={() => go(1)}>
        Next open thread
      </Button>
    </p>
  );
}
