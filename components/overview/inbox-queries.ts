"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";

const listInboxReads = () =>
  import("@/lib/contract/dashboard/inbox/list-inbox-reads").then((entry) => entry.listInboxReads);
const markInbox = () => import("@/lib/contract/dashboard/inbox/mark-inbox").then((entry) => entry.markInbox);

type Reads = Readonly<Record<string, string>>;

const refetchMs = 15_000;
const maxKeys = 200;
const readsKey = ["inbox", "reads"] as const;

/** When the user last marked each item as read, on any of their devices. */
export const inboxReadsQuery = queryOptions({
  queryKey: readsKey,
  queryFn: async ({ signal }): Promise<Reads> => (await callProxy(listInboxReads, { params: {}, signal })).reads,
  refetchInterval: refetchMs,
});

/** Marks items optimistically, and reverts if the call fails. */
export function useMarkInbox() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ keys, read }: { keys: readonly string[]; read: boolean }) =>
      callProxy(markInbox, { params: {}, body: { keys: keys.slice(0, maxKeys), read } }),
    onMutate: async ({ keys, read }) => {
      await client.cancelQueries({ queryKey: readsKey });
      const before = client.getQueryData<Reads>(readsKey);
      const marked = new Set(keys);
      const kept = Object.entries(before ?? {}).filter(([key]) => !marked.has(key));
      // The server's clock decides; the query is refetched right after.
      const added = read ? keys.map((key) => [key, "9999-12-31T00:00:00.000Z"] as const) : [];
      client.setQueryData<Reads>(readsKey, Object.fromEntries([...kept, ...added]));
      return before;
    },
    onError: (_error, _input, before) => client.setQueryData(readsKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: readsKey }),
  });
}
