"use client";

import { useQuery } from "@tanstack/react-query";
import { unreadCountQuery } from "./inbox-queries";

/** The number of unread notifications, next to the link to the inbox. Nothing if there are none. */
export default function UnreadCount() {
  const unread = useQuery(unreadCountQuery).data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-primary px-1.5 font-medium text-primary-foreground text-xs tabular-nums">
      {unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
