"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { Agent } from "@/lib/contract/agents/agent";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { ConversationItem } from "@/lib/model/transcript/conversation-items";
import { EventLink } from "./event-link";
import { MarkedRow } from "./marked-row";
import { RowBoundary } from "./row-boundary";
import { RowOpenStateProvider, type RowsOpen } from "./row-open-state";
import { RowView } from "./row-view";
import { RunFooter } from "./run-footer";
import { RunHeader } from "./run-header";
import { useBottomLock } from "./use-bottom-lock";
import { useScrollAnchor } from "./use-scroll-anchor";
import { WorkHeader } from "./work-header";
import "./transcript.css";

/** Scrolls the conversation to items by key. */
export interface ConversationHandle {
  show: (key: string, align?: "start" | "center") => void;
  showLatest: () => void;
  /** Index of the first visible item. */
  firstVisible: () => number;
}

interface ConversationProps {
  handle: RefObject<ConversationHandle | null>;
  region: RefObject<HTMLElement | null>;
  env: Agent["env"];
  items: readonly ConversationItem[];
  rowsOpen: RowsOpen;
  /** Key of the highlighted row, the last one navigated to. */
  marked: string | undefined;
  onFold: (key: string, open: boolean) => void;
  onEarlier: () => void;
  onLater: () => void;
  onLatest: () => void;
  /** There are runs after the shown ones. */
  hasLater: boolean;
  /** Shown at the end of the latest run: why it makes no progress, or what to do next; otherwise `null`. */
  note: ReactNode;
}

/** Whether an item belongs to the last run, and that is still active. */
function isInLiveRun(items: readonly ConversationItem[], index: number): boolean {
  const end = items.findLast(({ kind }) => kind === "end");
  return end?.kind === "end" && !isTerminal(end.status) && index >= items.findLastIndex(({ kind }) => kind === "start");
}

/** Runs of an agent, oldest first. Follows new content while scrolled to the end. */
export function Conversation(props: ConversationProps) {
  const { handle, region, items, rowsOpen, marked, onFold, onEarlier, hasLater, onLatest, note } = props;
  const content = useRef<HTMLDivElement>(null);
  const { away, scrollToEnd, unlock, isLocked, follow } = useBottomLock(region, content);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: items.length,
    getScrollElement: () => region.current,
    estimateSize: (index) => (items[index]?.kind === "row" ? 64 : 40),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    gap: 10,
    paddingStart: 12,
    paddingEnd: 12,
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const rows = virtual.getVirtualItems();
  const lastEnd = hasLater ? -1 : items.findLastIndex(({ kind }) => kind === "end");
  useScrollAnchor({ virtual, rows, items, locked: isLocked });
  useLayoutEffect(follow);

  const latest = useRef(items);
  latest.current = items;
  useEffect(() => {
    handle.current = {
      show: (key, align = "center") => {
        const index = latest.current.findIndex((item) => item.key === key);
        if (index < 0) return;
        unlock(!isInLiveRun(latest.current, index));
        virtual.scrollToIndex(index, { align });
      },
      showLatest: scrollToEnd,
      firstVisible: () => {
        const top = region.current?.scrollTop ?? 0;
        return virtual.getVirtualItems().find(({ end }) => end > top + 1)?.index ?? 0;
      },
    };
  }, [handle, region, virtual, scrollToEnd, unlock]);

  const onLater = () => {
    // The end moves, but the user continues to read where it was.
    unlock(true);
    props.onLater();
  };

  return (
    <RowOpenStateProvider rows={rowsOpen}>
      <div className="relative min-h-0 flex-1">
        <section
          ref={region}
          aria-label="Transcript"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
          tabIndex={0}
          className="h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none]"
        >
          <div ref={content} className="mx-auto max-w-3xl">
            <MarkedRow value={marked}>
              <div className="relative" style={{ height: virtual.getTotalSize() }}>
                {rows.map(({ index, key, start }) => (
                  <div
                    key={key}
                    data-index={index}
                    ref={virtual.measureElement}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <Item
                      item={items[index]}
                      env={props.env}
                      marked={key === marked}
                      onFold={onFold}
                      onEarlier={onEarlier}
                      onLater={onLater}
                      note={index === lastEnd ? note : null}
                    />
                  </div>
                ))}
              </div>
            </MarkedRow>
          </div>
        </section>
        {away || hasLater ? (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <Button size="small" className="pointer-events-auto bg-popover shadow-sm" onClick={onLatest}>
              <ArrowDown aria-hidden /> Jump to latest
            </Button>
          </div>
        ) : null}
      </div>
    </RowOpenStateProvider>
  );
}

interface ItemProps extends Pick<ConversationProps, "env" | "onFold" | "onEarlier" | "onLater" | "note"> {
  item: ConversationItem | undefined;
  marked: boolean;
}

const Item = memo(function Item({ item, env, marked, onFold, onEarlier, onLater, note }: ItemProps) {
  switch (item?.kind) {
    case "earlier":
    case "later":
      return (
        <div className="flex justify-center">
          <Button size="small" onClick={item.kind === "earlier" ? onEarlier : onLater}>
            Show {item.kind} runs ({item.count})
          </Button>
        </div>
      );
    case "loading":
      return <SkeletonRows label="Loading runs" />;
    case "unread":
      return (
        <p className="flex items-center gap-2 font-medium text-info text-xs before:h-px before:flex-1 before:bg-info/40 after:h-px after:flex-1 after:bg-info/40">
          New since your last visit
        </p>
      );
    case "none":
      return <p className="py-8 text-center text-muted-foreground text-sm">No matching steps.</p>;
    case "start":
      return (
        <RunHeader run={item.run} number={item.number} status={item.status} env={env} transcript={item.transcript} />
      );
    case "work":
      return <WorkHeader work={item.work} open={item.open} onToggle={() => onFold(item.key, !item.open)} />;
    case "row":
      return (
        <div
          data-marked={marked || undefined}
          className={classNames(
            "group/row relative rounded-md",
            item.inside && "ml-2 border-l pl-2",
            marked && "outline-2 outline-primary outline-offset-2",
          )}
        >
          <EventLink run={item.run} row={item.row} />
          <RowBoundary row={item.row}>
            <RowView id={item.key} run={item.run} row={item.row} />
          </RowBoundary>
        </div>
      );
    case "end":
      return (
        <>
          <RunFooter run={item.run} transcript={item.transcript} status={item.status} hasNote={note !== null} />
          {note}
        </>
      );
    case undefined:
      return null;
  }
});
