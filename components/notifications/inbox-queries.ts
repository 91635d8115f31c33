"use client";

import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { Notification } from "@/lib/contract/dashboard/notifications/list-notifications";
import type { ResponseOf } from "@/lib/contract/operation";

const listNotifications = () =>
  import("@/lib/contract/dashboard/notifications/list-notifications").then((entry) => entry.listNotifications);
const countNotifications = () =>
  import("@/lib/contract/dashboard/notifications/count-notifications").then((entry) => entry.countNotifications);
const markNotifications = () =>
  import("@/lib/contract/dashboard/notifications/mark-notifications").then((entry) => entry.markNotifications);
const markAllRead = () =>
  import("@/lib/contract/dashboard/notifications/mark-all-notifications-read").then(
    (entry) => entry.markAllNotificationsRead,
  );

const refetchMs = 15_000;
const inboxKey = ["notifications", "inbox"] as const;
const listKey = [...inboxKey, "list"] as const;

export const unreadCountQuery = queryOptions({
  queryKey: [...inboxKey, "count"] as const,
  queryFn: ({ signal }) => callProxy(countNotifications, { params: {}, signal }),
  refetchInterval: refetchMs,
});

/** The user's notifications, newest first. */
export const inboxQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...listKey, unread] as const,
    queryFn: ({ signal, pageParam }) =>
      callProxy(listNotifications, {
        params: {},
        query: { ...(unread ? { unread: "true" } : {}), ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });

type Pages = InfiniteData<ResponseOf<Awaited<ReturnType<typeof listNotifications>>>, string | undefined>;

const withMarks = (pages: Pages | undefined, isMarked: (each: Notification) => boolean, read: boolean) =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((each) => (isMarked(each) ? { ...each, read } : each)),
    })),
  };

interface Mark {
  notifications: readonly Notification[];
  read: boolean;
  /** Also marks those that aren't loaded, except newer ones. */
  all?: boolean;
}

/** Marks notifications, in order. They are shown as marked at once, and as they were if the call fails. */
export function useMarkNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: inboxKey,
    scope: { id: "notifications-inbox" },
    mutationFn: async ({ notifications, read, all }: Mark): Promise<unknown> => {
      const ids = notifications.map(({ id }) => id);
      const [until] = ids;
      if (all && until !== undefined) return callProxy(markAllRead, { params: {}, body: { until } });
      return callProxy(markNotifications, { params: {}, body: { ids, read } });
    },
    onMutate: async ({ notifications, read }) => {
      await client.cancelQueries({ queryKey: inboxKey });
      const marked = new Set(notifications.map(({ id }) => id));
      client.setQueriesData<Pages>({ queryKey: listKey }, (pages) =>
        withMarks(pages, ({ id }) => marked.has(id), read),
      );
    },
    onError: ({ message }) => toast.error("Couldn't update the inbox.", { description: message }),
    // Also restores what was shown before a failure. Only after the last mark, so that a waiting one stays shown.
    onSettled: async () => {
      if (client.isMutating({ mutationKey: inboxKey }) === 1) await client.invalidateQueries({ queryKey: inboxKey });
    },
  });
}
