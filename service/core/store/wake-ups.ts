import type { Clock } from "@/lib/core/clock";
import type { Notifications, Topic } from "./notifications";

export interface WakeUps {
  /** Resolves true when something was said since the last wait began, or the signal is aborted; false after `ms`. */
  wait(ms: number): Promise<boolean>;
  close(): void;
}

/** Hears the notifications of one topic and id from now on; what comes between two waits ends the next at once. */
export function createWakeUps(
  { notifications, clock }: { notifications: Notifications; clock: Clock },
  topic: Topic,
  id: string,
  signal: AbortSignal,
): WakeUps {
  let heard = false;
  let settle: ((woken: boolean) => void) | undefined;
  const wake = () => {
    heard = true;
    settle?.(true);
  };
  const off = notifications.on(topic, id, wake);
  signal.addEventListener("abort", wake);
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const stop = clock.after(ms, () => settle?.(false));
        settle = (woken) => {
          stop();
          settle = undefined;
          heard = false;
          resolve(woken);
        };
        if (heard || signal.aborted) settle(true);
      }),
    close() {
      off();
      signal.removeEventListener("abort", wake);
    },
  };
}
