"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { Run } from "@/lib/contract/agents/run";
import { type ConversationItem, conversationItems } from "@/lib/transcript/conversation-items";
import type { Transcripts } from "@/lib/transcript/conversation-store";
import { OpenRows } from "./open-rows";
import { RowView } from "./row-view";
import { RunEnd } from "./run-end";
import { RunStart } from "./run-start";
import { useBottomLock } from "./use-bottom-lock";
import "./transcript.css";

export interface ConversationHandle {
  showRun: (runId: string) => void;
  showLatest: () => void;
}

interface ConversationProps {
  ref?: Ref<ConversationHandle>;
  runs: readonly Run[];
  transcripts: Transcripts;
  /** How many runs before these are not shown. */
  earlier: number;
  onEarlier: () => void;
}

/** All runs of an agent from the oldest to the newest. It stays at its end for as long as the reader does. */
export function Conversation({ ref, runs, transcripts, earlier, onEarlier }: ConversationProps) {
  const items = useMemo(() => conversationItems(runs, transcripts, earlier + 1), [runs, transcripts, earlier]);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toEnd } = useBottomLock(scroller, content);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === "row" ? 64 : 40),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    gap: 10,
  });
  useImperativeHandle(ref, () => ({
    showRun: (runId) => {
      const index = items.findIndex((item) => item.kind === "start" && item.run.id === runId);
      if (index >= 0) virtual.scrollToIndex(index, { align: "start" });
    },
    showLatest: toEnd,
  }));

  return (
    <OpenRows>
      <div className="relative min-h-0 flex-1">
        <section
          ref={scroller}
          aria-label="Transcript"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
          tabIndex={0}
          className="h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none]"
        >
          <div ref={content} className="mx-auto max-w-3xl py-3">
            {earlier > 0 ? (
              <div className="flex justify-center pb-3">
                <Button size="small" onClick={onEarlier}>
                  Show earlier runs ({earlier})
                </Button>
              </div>
            ) : null}
            <div className="relative" style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map(({ index, key, start }) => (
                <div
                  key={key}
                  data-index={index}
                  ref={virtual.measureElement}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Item item={items[index]} />
                </div>
              ))}
            </div>
          </div>
        </section>
        {away ? (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <Button size="small" className="pointer-events-auto bg-popover shadow-sm" onClick={toEnd}>
              <ArrowDown aria-hidden /> Jump to latest
            </Button>
          </div>
        ) : null}
      </div>
    </OpenRows>
  );
}

const Item = memo(function Item({ item }: { item: ConversationItem | undefined }) {
  switch (item?.kind) {
    case "start":
      return <RunStart run={item.run} number={item.number} status={item.status} unisolated={item.unisolated} />;
    case "row":
      return <RowView id={item.key} row={item.row} />;
    case "end":
      return <RunEnd run={item.run} transcript={item.transcript} status={item.status} />;
    case undefined:
      return null;
  }
});
