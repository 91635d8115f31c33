"use client";

import { useRef } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { ItemRow } from "@/components/ui/item-row";
import { useItemKeys } from "@/components/ui/use-item-keys";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { Notification } from "@/lib/contract/dashboard/notifications/list-notifications";

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

interface NotificationListProps {
  notifications: readonly Notification[];
  onMark: (notification: Notification, read: boolean) => void;
}

export default function NotificationList({ notifications, onMark }: NotificationListProps) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  useItemKeys(list, (key) => {
    const notification = notifications.find(({ id }) => id === key);
    if (notification) onMark(notification, !notification.read);
  });
  return (
    <ul ref={list} aria-label="Notifications" className="divide-y rounded-md border bg-card">
      {notifications.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} onMark={onMark} />
      ))}
    </ul>
  );
}

interface NotificationRowProps {
  notification: Notification;
  onMark: NotificationListProps["onMark"];
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
