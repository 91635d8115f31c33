"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox as InboxIcon } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { ReadControls, type ShownItems } from "@/components/ui/read-controls";
import { toast } from "@/components/ui/toast";
import { useItemKeys } from "@/components/ui/use-item-keys";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { poolsQuery } from "@/components/workers/worker-queries";
import { callProxy } from "@/lib/client/call";
import type { getOverview } from "@/lib/contract/dashboard/agents/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { longerLists } from "@/lib/model/inbox/attention-lists";
import { inboxItems, isUnread } from "@/lib/model/inbox/inbox-items";
import { paths } from "@/lib/model/paths";
import { inboxReadsQuery, useMarkInbox } from "./inbox-queries";
import { InboxRow } from "./inbox-row";
import { OverviewListLoading } from "./overview-list";
import { pullsNeedingAttentionQuery } from "./overview-queries";

type Needs = ResponseOf<typeof getOverview>["needs"];

interface InboxProps {
  needs: Needs | undefined;
  hasError: boolean;
  canOperate: boolean;
}

/** Each loads the events of a run. Others are loaded as soon as one of these is answered. */
const maxRequests = 10;

/** Items that need attention, most urgent first, each with an action. j and k move, Enter opens, a acts, e marks as read. */
export default function Inbox({ needs, hasError, canOperate }: InboxProps) {
  const pulls = useQuery(pullsNeedingAttentionQuery(callProxy));
  useHostingChanges();
  const reads = useQuery(inboxReadsQuery);
  const { mutate } = useMarkInbox();
  const [show, setShow] = useState<ShownItems>("unread");
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const isQueued = needs?.items.some(({ status }) => status === "queued") ?? false;
  const pools = useQuery({ ...poolsQuery, enabled: isQueued }).data?.pools;
  const items = inboxItems(needs?.items ?? [], pulls.data?.pulls ?? []);
  const unread = items.filter((item) => isUnread(item, reads.data ?? {}));
  const shown = show === "unread" ? unread : items;
  const requests = new Set(
    shown.filter((item) => item.kind === "agent" && item.status === "input").slice(0, maxRequests),
  );
  // The unread ones are first.
  const hasMore =
    needs !== undefined &&
    needs.total > needs.items.length &&
    unread.filter(({ kind }) => kind === "agent").length === needs.items.length;
  const mark = (keys: readonly string[], read: boolean) =>
    mutate(
      { keys, read },
      { onError: (error) => toast.error("Couldn't update the inbox.", { description: error.message }) },
    );
  useItemKeys(list, (key) => {
    const item = items.find((each) => each.key === key);
    if (item) mark([key], isUnread(item, reads.data ?? {}));
  });

  if (!needs || (reads.isPending && !reads.error)) {
    return hasError ? (
      <InboxFrame count="0">Couldn't reach the dashboard.</InboxFrame>
    ) : (
      <OverviewListLoading title="Needs attention" />
    );
  }
  return (
    <InboxFrame
      count={`${unread.length}${hasMore || pulls.data?.more ? "+" : ""}`}
      actions={
        <ReadControls
          shown={show}
          onShow={setShow}
          hasUnread={unread.length > 0}
          onMarkAll={() =>
            mark(
              unread.map(({ key }) => key),
              true,
            )
          }
        />
      }
      footer={pulls.data?.problem ?? (pulls.error ? `Couldn't check pull requests: ${pulls.error.message}` : undefined)}
    >
      {shown.length > 0 ? (
        <ul ref={list} className="divide-y">
          {shown.map((item) => (
            <InboxRow
              // A row stays the same when it needs something else.
              key={item.key.replace(/\/[^/]*$/, "")}
              item={item}
              pools={pools}
              unread={isUnread(item, reads.data ?? {})}
              canOperate={canOperate}
              showsRequest={requests.has(item)}
              onMark={(read) => mark([item.key], read)}
            />
          ))}
        </ul>
      ) : (
        <p className="flex items-center gap-2 p-4 text-muted-foreground text-sm">
          <InboxIcon aria-hidden className="size-4" />
          {items.length > 0 ? "You're all caught up." : "No agents or pull requests need attention."}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t px-3 py-2 text-xs">
        {longerLists(needs).map(({ query, noun, agents }) => (
          <Link key={query} href={paths.agentsWhere(query)} className="text-primary hover:underline">
            View all {agents.toLocaleString("en")} {noun}
          </Link>
        ))}
        <Link href={paths.allPulls()} className="text-primary hover:underline">
          All pull requests
        </Link>
      </p>
    </InboxFrame>
  );
}

interface InboxFrameProps {
  count: string;
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
          {count === "0" ? null : <span className="ml-2 font-normal text-muted-foreground tabular-nums">{count}</span>}
        </h2>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      {children}
      {footer ? <p className="border-t px-3 py-2 text-muted-foreground text-xs">{footer}</p> : null}
    </section>
  );
}
