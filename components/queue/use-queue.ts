"use client";

import { useEffect, useState } from "react";
import type { LiveLabel } from "@/lib/client/live/live-labels";
import { tabConnection } from "@/lib/client/live/tab-connection";
import { useLiveLabel } from "@/lib/client/live/use-live-label";
import { queueSubject } from "@/lib/model/live/subscription";
import { emptyQueue, type QueueFrame, type QueueState, withFrames } from "@/lib/model/queue/queue-state";

/** The current queue of one pool, or of all. `words` describes the state of the connection. */
export function useQueue(pool?: string): QueueState & { words: LiveLabel } {
  const [state, setState] = useState(emptyQueue);
  const subject = queueSubject(pool);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    // Schemas come after the page.
    void import("@/lib/model/queue/read-frame").then(({ readQueueFrame }) => {
      if (left) return;
      let waiting: QueueFrame[] = [];
      // Frames come in groups, and thousands when a tab catches up: each group is one change of the page.
      const flush = () => {
        const frames = waiting;
        waiting = [];
        if (!left) setState((known) => withFrames(known, frames, Date.now()));
      };
      stop = tabConnection().watch(subject, (frame) => {
        const read = readQueueFrame(frame);
        if (!read) return;
        if (waiting.length === 0) queueMicrotask(flush);
        waiting.push(read);
      });
    });
    return () => {
      left = true;
      stop?.();
    };
  }, [subject]);
  return { ...state, words: useLiveLabel(subject) };
}
