import { CallError } from "@/lib/client/call-error";

export interface BulkFailure {
  id: string;
  message: string;
}

export interface BulkProgress {
  total: number;
  done: readonly string[];
  failed: readonly BulkFailure[];
  /** Seconds until the next attempt while the service rate-limits. */
  pausedFor?: number | undefined;
}

interface BulkOptions {
  ids: readonly string[];
  act: (id: string) => Promise<unknown>;
  /** Called after each agent and when the queue pauses. */
  onProgress: (progress: BulkProgress) => void;
  /** Stops before the next agent. Calls in progress finish. */
  signal: AbortSignal;
  wait: (ms: number) => Promise<void>;
}

const concurrency = 4;
const maxPauses = 10;
const defaultPauseSeconds = 5;
const maxPauseSeconds = 120;

/** Runs an action on many agents, a few at a time. A failure doesn't stop the others; a 429 pauses all of them. */
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

  async function runOne(id: string): Promise<void> {
    for (let pauses = 0; ; pauses += 1) {
      await pause;
      try {
        await act(id);
        done.push(id);
        return;
      } catch (error) {
        const retry = error instanceof CallError && error.status === 429 && pauses < maxPauses && !signal.aborted;
        if (!retry) {
          failed.push({ id, message: error instanceof Error ? error.message : String(error) });
          return;
        }
        const seconds = Math.min(error.retryAfterSeconds ?? defaultPauseSeconds, maxPauseSeconds);
        pause ??= wait(seconds * 1_000).finally(() => {
          pause = undefined;
        });
        onProgress(progress(seconds));
      }
    }
  }

  async function runQueue(): Promise<void> {
    for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
      await runOne(id);
      onProgress(progress());
    }
  }

  onProgress(progress());
  await Promise.all(Array.from({ length: concurrency }, runQueue));
  return progress();
}
