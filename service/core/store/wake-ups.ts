import type { Clock } from "@/lib/core/clock";
import { sleep } from "@/lib/core/sleep";
import type { Notifications, Topic } from "./notifications";

export interface WakeUps {
  /**
   * Resolves true when a notification arrived since the last wait ended or {@link clear} was called, or the signal is
   * aborted; false after `ms` milliseconds.
   */
  wait(ms: number): Promise<boolean>;
  /** Drops what arrived so far: for a reader that reads now. */
  clear(): void;
  close(): void;
}

/** Listens to the notifications of one topic and id; one that arrives between two waits ends the next at once. */
export function createWakeUps(
  { notifications, clock }: { notifications: Notifications; clock: Clock },
  topic: Topic,
  id: string,
  signal: AbortSignal,
): WakeUps {
  let woken = new AbortController();
  const off = notifications.on(topic, id, () => woken.abort());
  const clear = () => {
    if (woken.signal.aborted) woken = new AbortController();
  };
  return {
    async wait(ms) {
      const either = AbortSignal.any([woken.signal, signal]);
      await sleep(clock, ms, either);
      clear();
      return either.aborted;
    },
    clear,
    close: off,
  };
}
