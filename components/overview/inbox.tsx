"use client";

import { useQuery } from "@tanstack/react-query";
import { CheckCheck, Inbox as InboxIcon } from "lucide-react";
import Link from "next/link";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { poolsQuery } from "@/components/workers/worker-queries";
import { callProxy } from "@/lib/client/call";
import type { getOverview } from "@/lib/contract/dashboard/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { inboxItems, isUnread } from "@/lib/model/inbox/inbox-items";
import { paths } from "@/lib/model/paths";
import { queuedWait } from "@/lib/model/status/queued-wait";
import { inboxReadsQuery, useMarkInbox } from "./inbox-queries";
import { InboxRow } from "./inbox-row";
import { OverviewListLoading } from "./overview-list";
import { pullsNeedingAttentionQuery } from "./overview-queries";

type Needs = ResponseOf<typeof getOverview>["needs"];
type Show = "unread" | "all";

const shows: readonly { value: Show; label: string }[] = [
  { value: "unread", label: "Unread" },
  { value: "all", label: "All" },
];

interface InboxProps {
  needs: Needs | undefined;
  hasError: boolean;
  canOperate: boolean;
}

/** Items that need attention, most urgent first, each with an action. j and k move, Enter opens, e marks as read. */
export default function Inbox({ needs, hasError, canOperate }: InboxProps) {
  const pulls = useQuery(pullsNeedingAttentionQuery(callProxy));
  useHostingChanges();
  const reads = useQuery(inboxReadsQuery);
  const { mutate } = useMarkInbox();
  const [show, setShow] = useState<Show>("unread");
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const isQueued = needs?.items.some(({ reason }) => reason === "queued") ?? false;
  const pools = useQuery({ ...poolsQuery, enabled: isQueued }).data?.pools;
  // An agent that gets its turn without a user isn't a need.
  const needed = (needs?.items ?? []).filter(({ agent }) => queuedWait(agent, pools, Date.now())?.blocked !== false);
  const items = inboxItems(needed, pulls.data?.pulls ?? []);
  const unread = items.filter((item) => isUnread(item, reads.data ?? {}));
  const shown = show === "unread" ? unread : items;
  const mark = (keys: readonly string[], read: boolean) =>
    mutate(
      { keys, read },
      { onError: (error) => toast.error("Couldn't update the inbox.", { description: error.message }) },
    );
  useMarkKey(list, (key) => {
    const item = items.find((each) => each.key === key);
    if (item) mark([key], isUnread(item, reads.data ?? {}));
  });

  if (!needs || (reads.isPending && !reads.error)) {
    return hasError ? (
      <InboxFrame count={0}>Couldn't reach the dashboard.</InboxFrame>
    ) : (
      <OverviewListLoading title="Needs attention" />
    );
  }
  return (
    <InboxFrame
      count={unread.length}
      actions={
        <>
          <Segmented label="Show" value={show} options={shows} onChange={setShow} />
          <Button
            size="small"
            variant="ghost"
            disabled={unread.length === 0}
            onClick={() =>
              mark(
                unread.map(({ key }) => key),
                true,
              )
            }
          >
            <CheckCheck aria-hidden />
            Mark all as read
          </Button>
        </>
      }
      footer={pulls.data?.problem ?? (pulls.error ? `Couldn't check pull requests: ${pulls.error.message}` : undefined)}
    >
      {shown.length > 0 ? (
        <ul ref={list} className="divide-y">
          {shown.map((item) => (
            <InboxRow
              key={item.key}
              item={item}
              pools={pools}
              unread={isUnread(item, reads.data ?? {})}
              canOperate={canOperate}
              onMark={(read) => mark([item.key], read)}
            />
          ))}
        </ul>
      ) : (
        <p className="flex items-center gap-2 p-4 text-muted-foreground text-sm">
          <InboxIcon aria-hidden className="size-4" />
          {items.length > 0
            ? "You're all caught up."
            : `No queued agents, failed runs, or pull requests to review in the last ${needs.days} days.`}
        </p>
      )}
      <p className="flex gap-4 border-t px-3 py-2 text-xs">
        <Link href={paths.agentsWhere("status:failed,expired")} className="text-primary hover:underline">
          All failed
        </Link>
        <Link href={paths.pulls()} className="text-primary hover:underline">
          All pull requests
        </Link>
      </p>
    </InboxFrame>
  );
}

interface InboxFrameProps {
  count: number;
  actions?: React.ReactNode;
  footer?: string | undefined;
  children: React.ReactNode;
}

function InboxFrame({ count, actions, footer, children }: InboxFrameProps) {
  return (
    <section aria-labelledby="inbox-title" className="min-w-0 rounded-md border bg-card">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-3 py-1.5">
        <h2 id="inbox-title" className="font-medium text-sm">
          Needs attention
          {count > 0 ? <span className="ml-2 font-normal text-muted-foreground tabular-nums">{count}</span> : null}
        </h2>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      {children}
      {footer ? <p className="border-t px-3 py-2 text-muted-foreground text-xs">{footer}</p> : null}
    </section>
  );
}

/** e marks the focused row. Focus moves to the next row first, because this one may leave the list. */
function useMarkKey(list: React.RefObject<HTMLElement | null>, onMark: (key: string) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "e" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !shortcutsOn())
      return;
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    const key = row?.dataset.row;
    if (!row || key === undefined || !list.current?.contains(row)) return;
    event.preventDefault();
    const neighbor = row.nextElementSibling ?? row.previousElementSibling;
    neighbor?.querySelector<HTMLElement>("a")?.focus();
    onMark(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
