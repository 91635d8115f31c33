"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveFrame } from "@/lib/model/live/protocol";
import { hostingSubject } from "@/lib/model/live/subscription";

/** A merge sends several events at once: the queries are refetched once. */
const gatherMs = 100;

/** Subscribes to changes and returns the function that unsubscribes. */
async function follow(client: QueryClient): Promise<() => void> {
  const [{ HostingChange }, { isHosted, isStaleAfter }, { tabConnection }] = await Promise.all([
    import("@/lib/model/hosting/hosting-change"),
    import("./hosting-changes"),
    import("@/lib/client/live/tab-connection"),
  ]);
  let waiting: LiveFrame[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    const frames = waiting;
    waiting = [];
    timer = undefined;
    const lost = frames.some(({ event }) => event === "lost");
    const changes = frames.flatMap(({ event, data }) => {
      const change = event === "change" ? HostingChange.safeParse(data).data : undefined;
      return change ? [change] : [];
    });
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        lost ? isHosted(queryKey) : changes.some((change) => isStaleAfter(change, queryKey)),
    });
  };
  const unwatch = tabConnection().watch(hostingSubject, (frame) => {
    waiting.push(frame);
    timer ??= setTimeout(read, gatherMs);
  });
  return () => {
    unwatch();
    clearTimeout(timer);
  };
}

/** While mounted, refetches what is shown of repositories and pull requests as soon as it changes. */
export function useHostingChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    let left = false;
    let end = () => {};
    // Schemas and the connection come after the page.
    void follow(client).then((stop) => {
      if (left) stop();
      else end = stop;
    });
    return () => {
      left = true;
      end();
    };
  }, [client]);
}
