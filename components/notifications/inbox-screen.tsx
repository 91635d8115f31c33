"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, Settings } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { PageHeader } from "@/components/ui/page-header";
import { ReadControls, type ShownItems } from "@/components/ui/read-controls";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { loadEarly } from "@/lib/client/load-early";
import type { Notification } from "@/lib/contract/dashboard/notifications/list-notifications";
import { settingsPaths } from "@/lib/model/settings-paths";
import { inboxQuery, useMarkNotifications } from "./inbox-queries";

const NotificationList = browserOnly(
  loadEarly(() => import("./notification-list")),
  () => <SkeletonRows label="Loading notifications" />,
);

/** The user's notifications. j and k move, Enter opens, e marks as read. */
export function InboxScreen() {
  const [show, setShow] = useState<ShownItems>("unread");
  const inbox = useInfiniteQuery(inboxQuery(show === "unread"));
  const { data } = inbox;
  const { mutate } = useMarkNotifications();
  const loaded = data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const unread = loaded.filter(({ read }) => !read);
  const shown = show === "unread" ? unread : loaded;
  const mark = (notification: Notification, read: boolean) => mutate({ notifications: [notification], read });
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
        <LoadState
          query={inbox}
          stale="The notifications may be out of date."
          failed="Couldn't load your notifications."
          loading="Loading notifications"
        />
        {data && shown.length === 0 && !inbox.hasNextPage ? <EmptyInbox show={show} /> : null}
        {shown.length > 0 ? <NotificationList notifications={shown} onMark={mark} /> : null}
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
