"use client";

import { useEffect, useState } from "react";
import type { LiveLabel } from "@/lib/client/live/live-labels";
import { tabConnection } from "@/lib/client/live/tab-connection";
import { useLiveLabel } from "@/lib/client/live/use-live-label";
import { queueSubject } from "@/lib/model/live/subscription";
import { applyFrames, emptyQueue, type QueueFrame, type QueueState } from "@/lib/model/queue/queue-state";

/** The live queue of one pool, or of all pools. `connection` is the state of the live connection. */
export function useQueue(pool?: string): QueueState & { connection: LiveLabel } {
  const [state, setState] = useState(emptyQueue);
  const subject = queueSubject(pool);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let unmounted = false;
    // The schemas are loaded after the page.
    void import("@/lib/model/queue/read-frame").then(({ readQueueFrame }) => {
      if (unmounted) return;
      let pending: QueueFrame[] = [];
      // A tab that catches up receives thousands of frames, so those of one task are applied in a single render.
      const flush = () => {
        const frames = pending;
        pending = [];
        if (!unmounted) setState((current) => applyFrames(current, frames, Date.now()));
      };
      stop = tabConnection().watch(subject, (frame) => {
        const read = readQueueFrame(frame);
        if (!read) return;
        if (pending.length === 0) queueMicrotask(flush);
        pending.push(read);
      });
    });
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [subject]);
  return { ...state, connection: useLiveLabel(subject) };
}
