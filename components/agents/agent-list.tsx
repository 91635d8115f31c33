"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { isTyping, shortcutsOn } from "@/components/layout/shortcuts";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/paths";
import { AgentRow, columns } from "./agent-row";

const rowHeight = 44;
const narrowRowHeight = 68;
const loadAhead = 10;

interface AgentListProps {
  agents: readonly AgentListEntry[];
  onSearch: () => void;
  loadMore: (() => void) | undefined;
  loadingMore: boolean;
}

/** The agents as rows, of which only those in sight are in the page. */
export function AgentList({ agents, onSearch, loadMore, loadingMore }: AgentListProps) {
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(-1);
  const narrow = typeof window !== "undefined" && window.matchMedia("(max-width: 767px)").matches;
  const virtual = useVirtualizer({
    count: agents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? narrowRowHeight : rowHeight),
    getItemKey: (index) => agents[index]?.id ?? index,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;

  useEffect(() => {
    if (loadMore && last >= agents.length - loadAhead) loadMore();
  }, [loadMore, last, agents.length]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || !shortcutsOn()) return;
      const move = { j: 1, k: -1 }[event.key];
      if (move !== undefined) {
        const next = Math.min(Math.max(chosen + move, 0), agents.length - 1);
        setChosen(next);
        virtual.scrollToIndex(next);
      } else if (event.key === "/") {
        onSearch();
      } else if (event.key === "Enter" && agents[chosen] && event.target === document.body) {
        router.push(paths.agent(agents[chosen].id));
      } else {
        return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [agents, chosen, onSearch, router, virtual]);

  return (
    <>
      <div aria-hidden className={`hidden border-b px-4 py-1.5 text-muted-foreground text-xs md:grid ${columns}`}>
        <span>Name</span>
        <span>Agent</span>
        <span>Latest run</span>
        <span>Repository</span>
        <span>Branch</span>
        <span className="text-right">Last activity</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard. */}
      <section ref={scroller} aria-label="Agents" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const agent = agents[item.index];
            return agent ? (
              <li
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <AgentRow agent={agent} chosen={item.index === chosen} />
              </li>
            ) : null;
          })}
        </ul>
        {loadingMore ? (
          <p role="status" className="p-3 text-center text-muted-foreground text-xs">
            Loading more…
          </p>
        ) : null}
      </section>
    </>
  );
}
