import { TooManyWaiting } from "./semaphore";

export interface FairLimits {
  /** Permits in total. */
  limit: number;
  /** Permits that one key can hold: by default half of them, and at least one. */
  perKey?: number;
  /** Waiting callers in total. One key has at most half of them. */
  maxWaiting: number;
}

interface Waiter {
  grant(release: () => void): void;
}

/**
 * A semaphore that callers share fairly by key, for example by user: no key can take all permits, and keys that wait are
 * served in turn, however many callers each of them has.
 */
export class FairSemaphore {
  readonly #perKey: number;
  readonly #maxWaiting: number;
  readonly #maxWaitingPerKey: number;
  readonly #held = new Map<string, number>();
  /** In the order in which the keys are served. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #free: number;
  #waiting = 0;

  constructor({ limit, perKey = Math.max(1, Math.floor(limit / 2)), maxWaiting }: FairLimits) {
    this.#free = limit;
    this.#perKey = perKey;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingPerKey = Math.ceil(maxWaiting / 2);
  }

  /**
   * Resolves with the function that releases the permit; calling it again does nothing. Rejects with the signal's
   * reason when it aborts first, and with {@link TooManyWaiting}.
   */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    // While permits are free, only keys that hold their share wait.
    if (this.#free > 0 && this.#heldBy(key) < this.#perKey) return this.#take(key);
    const queue = this.#queues.get(key) ?? new Set();
    if (this.#waiting >= this.#maxWaiting || queue.size >= this.#maxWaitingPerKey) throw new TooManyWaiting();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#dequeue(key, waiter);
        reject(signal?.reason);
      };
      const waiter: Waiter = {
        grant(release) {
          signal?.removeEventListener("abort", leave);
          resolve(release);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queues.set(key, queue.add(waiter));
      this.#waiting += 1;
    });
  }

  /** Runs `task` with a permit. Rejects like {@link acquire}, or with the task's error. */
  async run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(key, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #take(key: string): () => void {
    this.#free -= 1;
    this.#held.set(key, this.#heldBy(key) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#free += 1;
      const left = this.#heldBy(key) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
      this.#serve();
    };
  }

  #dequeue(key: string, waiter: Waiter): void {
    const queue = this.#queues.get(key);
    if (!queue?.delete(waiter)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(key);
  }

  #serve(): void {
    for (const [key, queue] of [...this.#queues]) {
      if (this.#free === 0) return;
      const [waiter] = queue;
      if (!waiter || this.#heldBy(key) >= this.#perKey) continue;
      this.#dequeue(key, waiter);
      // The key goes to the end of the line.
      if (queue.size > 0 && this.#queues.delete(key)) this.#queues.set(key, queue);
      waiter.grant(this.#take(key));
    }
  }
}
