import type { Clock } from "@/lib/core/clock";

export interface WakeUps {
  /**
   * Resolves true once a notification has arrived since the last wait or {@link clear}, or the signal aborts; false after
   * `ms` milliseconds.
   */
  wait(ms: number): Promise<boolean>;
  /** Discards notifications received so far. Call before reading. */
  clear(): void;
  close(): void;
}

/**
 * Waits for notifications. One that arrives between two waits ends the next one immediately. `subscribe` registers the
 * callback and returns a function that unregisters it.
 */
export function createWakeUps(
  clock: Clock,
  signal: AbortSignal,
  subscribe: (callback: () => void) => () => void,
): WakeUps {
  let isWoken = false;
  let settle: ((woken: boolean) => void) | undefined;
  const wake = () => {
    isWoken = true;
    settle?.(true);
  };
  const unsubscribe = subscribe(wake);
  signal.addEventListener("abort", wake);
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const stop = clock.after(ms, () => settle?.(false));
        settle = (woken) => {
          stop();
          settle = undefined;
          isWoken = false;
          resolve(woken);
        };
        if (isWoken || signal.aborted) settle(true);
      }),
    clear() {
      isWoken = false;
    },
    close() {
      unsubscribe();
      signal.removeEventListener("abort", wake);
    },
  };
}
