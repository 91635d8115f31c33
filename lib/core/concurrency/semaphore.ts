import { Semaphore as Permits } from "async-mutex";

/** Thrown by {@link Semaphore.acquire} when `maxWaiting` callers are already waiting. */
export class TooManyWaiting extends Error {
  constructor() {
    super("too many callers are waiting");
    this.name = "TooManyWaiting";
  }
}

/** Limits concurrency to `limit` tasks. The others wait in FIFO order. */
export class Semaphore {
  readonly #permits: Permits;
  readonly #maxWaiting: number;
  #waiting = 0;

  constructor(limit: number, { maxWaiting = Number.POSITIVE_INFINITY }: { maxWaiting?: number } = {}) {
    this.#permits = new Permits(limit);
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Resolves with an idempotent function that releases the permit. Rejects with the signal's reason if it aborts
   * first, or with {@link TooManyWaiting}.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#permits.isLocked() && this.#waiting >= this.#maxWaiting) throw new TooManyWaiting();
    const permit = this.#permits.acquire();
    this.#waiting += 1;
    try {
      const [, release] = await (signal ? unlessAborted(permit, signal) : permit);
      return release;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Runs `task` with a permit. Rejects like {@link acquire}, or with the task's error. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await task();
    } finally {
      release();
    }
  }
}

type Permit = Awaited<ReturnType<Permits["acquire"]>>;

/** async-mutex can't remove a waiter, so an aborted one releases its permit as soon as it gets it. */
function unlessAborted(permit: Promise<Permit>, signal: AbortSignal): Promise<Permit> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    permit.then((granted) => {
      signal.removeEventListener("abort", onAbort);
      if (signal.aborted) granted[1]();
      else resolve(granted);
    }, reject);
  });
}
