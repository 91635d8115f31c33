"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, Settings } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { ItemRow } from "@/components/ui/item-row";
import { NextPageButton } from "@/components/ui/next-page-button";
import { PageHeader } from "@/components/ui/page-header";
import { ReadControls, type ShownItems } from "@/components/ui/read-controls";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useItemKeys } from "@/components/ui/use-item-keys";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { Notification } from "@/lib/contract/dashboard/notifications/list-notifications";
import { settingsPaths } from "@/lib/model/settings-paths";
import { inboxQuery, useMarkNotifications } from "./inbox-queries";

const tones: Readonly<Record<Notification["type"], Tone>> = {
  "run.ended": "neutral",
  "run.failed": "danger",
  "run.needs_input": "warning",
  "pull_request.opened": "info",
  "pull_request.checks_failed": "danger",
  "pull_request.review_requested": "info",
  "pull_request.approved": "success",
  "pull_request.merged": "success",
  "queue.waiting": "warning",
  "worker.lost": "danger",
  "budget.warning": "warning",
  "budget.reached": "danger",
  "automation.paused": "warning",
  test: "neutral",
};

/** The user's notifications. j and k move, Enter opens, e marks as read. */
export function InboxScreen() {
  const [show, setShow] = useState<ShownItems>("unread");
  const inbox = useInfiniteQuery(inboxQuery(show === "unread"));
  const { data, error, isPending, refetch } = inbox;
  const { mutate } = useMarkNotifications();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const loaded = data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const unread = loaded.filter(({ read }) => !read);
  const shown = show === "unread" ? unread : loaded;
  const mark = (notification: Notification, read: boolean) => mutate({ notifications: [notification], read });
  useItemKeys(list, (key) => {
    const notification = shown.find(({ id }) => id === key);
    if (notification) mark(notification, !notification.read);
  });
  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <>
            <ReadControls
              shown={show}
              onShow={setShow}
              hasUnread={unread.length > 0}
              onMarkAll={() => mutate({ notifications: unread, read: true, all: true })}
            />
            <Button asChild size="smallIcon" variant="ghost">
              <Link
                href={settingsPaths.notifications()}
                aria-label="Notification settings"
                title="Notification settings"
              >
                <Settings aria-hidden />
              </Link>
            </Button>
          </>
        }
      />
      <section aria-label="Notifications" className="space-y-3 p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "The notifications may be out of date." : "Couldn't load your notifications."}
          </CallFailure>
        ) : null}
        {isPending ? <SkeletonRows label="Loading notifications" /> : null}
        {data && shown.length === 0 && !inbox.hasNextPage ? <EmptyInbox show={show} /> : null}
        {shown.length > 0 ? (
          <ul ref={list} aria-label="Notifications" className="divide-y rounded-md border bg-card">
            {shown.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onMark={mark} />
            ))}
          </ul>
        ) : null}
        <NextPageButton of={inbox} />
      </section>
    </>
  );
}

function EmptyInbox({ show }: { show: ShownItems }) {
  return (
    <EmptyState
      icon={Inbox}
      title={show === "unread" ? "You're all caught up" : "No notifications yet"}
      action={
        <Button asChild size="small">
          <Link href={settingsPaths.notifications()}>Notification settings</Link>
        </Button>
      }
    >
      {show === "unread"
        ? "New notifications about your agents, pull requests, and budgets appear here."
        : "You're notified when one of your agents fails or needs input, when a pull request needs your review, and more."}
    </EmptyState>
  );
}

interface NotificationRowProps {
  notification: Notification;
  onMark: (notification: Notification, read: boolean) => void;
}

function NotificationRow({ notification, onMark }: NotificationRowProps) {
  const { id, type, at, title, detail, path, read } = notification;
  return (
    <ItemRow
      item={{ key: id, updatedAt: at }}
      unread={!read}
      onMark={(marked) => onMark(notification, marked)}
      path={path}
      onOpen={() => (read ? undefined : onMark(notification, true))}
      title={detail || title}
      status={
        <Badge tone={tones[type]} className="min-w-0">
          <span className="truncate">{title}</span>
        </Badge>
      }
      detail=""
    />
  );
}
