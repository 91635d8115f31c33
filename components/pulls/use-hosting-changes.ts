"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveFrame } from "@/lib/model/live/protocol";
import { hostingSubject } from "@/lib/model/live/subscription";

/** A merge emits several events at once, so changes are batched before refetching. */
const batchMs = 100;

/** Subscribes to changes and returns the function that unsubscribes. */
async function subscribe(client: QueryClient): Promise<() => void> {
  const [{ HostingChange }, { isHostingQuery, isStaleAfter }, { tabConnection }] = await Promise.all([
    import("@/lib/model/hosting/hosting-change"),
    import("./hosting-changes"),
    import("@/lib/client/live/tab-connection"),
  ]);
  let pending: LiveFrame[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const frames = pending;
    pending = [];
    timer = undefined;
    const lost = frames.some(({ event }) => event === "lost");
    const changes = frames.flatMap(({ event, data }) => {
      const change = event === "change" ? HostingChange.safeParse(data).data : undefined;
      return change ? [change] : [];
    });
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        lost ? isHostingQuery(queryKey) : changes.some((change) => isStaleAfter(change, queryKey)),
    });
  };
  const unwatch = tabConnection().watch(hostingSubject, (frame) => {
    pending.push(frame);
    timer ??= setTimeout(flush, batchMs);
  });
  return () => {
    unwatch();
    clearTimeout(timer);
  };
}

/** Refetches shown repositories and pull requests when they change, while mounted. */
export function useHostingChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    let unmounted = false;
    let end = () => {};
    // Schemas and the connection are loaded after the page.
    void subscribe(client).then((stop) => {
      if (unmounted) stop();
      else end = stop;
    });
    return () => {
      unmounted = true;
      end();
    };
  }, [client]);
}
