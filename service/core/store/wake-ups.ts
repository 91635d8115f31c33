import type { Clock } from "@/lib/core/clock";

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

/**
 * Listens for notifications; one that arrives between two waits ends the next at once. `subscribe` starts to call back
 * for each and returns the function that stops it.
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
