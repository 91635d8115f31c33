import type { Clock } from "./clock";
import type { Log } from "./log";
import { sleep } from "./sleep";

export interface Schedule {
  /** Milliseconds from the end of one run to the start of the next. */
  everyMs: number;
  /** Log message for a failed run. The schedule continues. */
  failure: string;
  /** Runs immediately as well, not only after the first interval. */
  immediately?: boolean;
  /** Stops the schedule, like the returned function. */
  signal?: AbortSignal;
}

/** Runs `task` periodically, one run at a time. Returns the function that stops it; a run in progress continues. */
export function scheduleEvery(
  { clock, log }: { clock: Clock; log: Log },
  { everyMs, failure, immediately = false, signal }: Schedule,
  task: () => Promise<unknown>,
): () => void {
  const stopping = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;

  async function run(): Promise<void> {
    if (!immediately) await sleep(clock, everyMs, stopped);
    while (!stopped.aborted) {
      await task().catch((error: unknown) => log.warn({ err: error }, failure));
      await sleep(clock, everyMs, stopped);
    }
  }
  void run();
  return () => stopping.abort();
}
