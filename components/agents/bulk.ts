import { CallError } from "@/lib/client/call-error";

export interface BulkFailure {
  id: string;
  message: string;
}

export interface BulkProgress {
  total: number;
  done: readonly string[];
  failed: readonly BulkFailure[];
  /** Seconds to wait, while the service rate-limits. */
  pausedFor?: number | undefined;
}

interface BulkOptions {
  ids: readonly string[];
  act: (id: string) => Promise<unknown>;
  /** Called after every step. */
  onProgress: (progress: BulkProgress) => void;
  /** Stops before the next agent; calls in progress are finished. */
  signal: AbortSignal;
  wait: (ms: number) => Promise<void>;
}

const atOnce = 4;
const mostPauses = 10;
const pauseWhenUnsaid = 5;
const longestPause = 120;

/** Does the same to many agents, a few at a time. One that fails does not stop the others; a 429 makes all wait. */
export async function runBulk(options: BulkOptions): Promise<BulkProgress> {
  const { ids, act, onProgress, signal, wait } = options;
  const queue = [...ids];
  const done: string[] = [];
  const failed: BulkFailure[] = [];
  let pause: Promise<void> | undefined;
  const progress = (pausedFor?: number): BulkProgress => ({
    total: ids.length,
    done: [...done],
    failed: [...failed],
    ...(pausedFor === undefined ? {} : { pausedFor }),
  });

  async function one(id: string): Promise<void> {
    for (let pauses = 0; ; pauses += 1) {
      await pause;
      try {
        await act(id);
        done.push(id);
        return;
      } catch (error) {
        const busy = error instanceof CallError && error.status === 429 && pauses < mostPauses && !signal.aborted;
        if (!busy) {
          failed.push({ id, message: error instanceof Error ? error.message : String(error) });
          return;
        }
        const seconds = Math.min(error.retryAfterSeconds ?? pauseWhenUnsaid, longestPause);
        pause ??= wait(seconds * 1_000).finally(() => {
          pause = undefined;
        });
        onProgress(progress(seconds));
      }
    }
  }

  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
      await one(id);
      onProgress(progress());
    }
  }

  onProgress(progress());
  await Promise.all(Array.from({ length: atOnce }, work));
  return progress();
}
