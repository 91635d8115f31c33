import { Semaphore as Permits } from "async-mutex";

/** {@link Semaphore.acquire} rejected: `maxWaiting` callers wait already. */
export class TooManyWaiting extends Error {
  constructor() {
    super("too many callers are waiting");
    this.name = "TooManyWaiting";
  }
}

/** Lets at most `limit` tasks run at once; the others wait, first come, first served. */
export class Semaphore {
  readonly #permits: Permits;
  readonly #maxWaiting: number;
  #waiting = 0;

  constructor(limit: number, { maxWaiting = Number.POSITIVE_INFINITY }: { maxWaiting?: number } = {}) {
    this.#permits = new Permits(limit);
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Resolves with the function that releases the permit; calling it again does nothing. Rejects with the signal's
   * reason when it aborts first, and with {@link TooManyWaiting}.
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

  /** Runs `task` with a permit; rejects as {@link acquire} does, or with the task's own error. */
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

/** async-mutex can't withdraw one waiter: after an abort its permit is released as soon as it arrives. */
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
