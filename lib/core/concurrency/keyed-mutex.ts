import { Mutex } from "async-mutex";

/** Runs tasks with the same key sequentially in FIFO order, and tasks with different keys concurrently. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>();

  /** Waits for the key's turn and returns a function that ends it. */
  acquire(key: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.run(key, () => new Promise<void>((release) => resolve(release))).catch(reject);
    });
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const mutex = this.#mutexes.get(key) ?? new Mutex();
    this.#mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(task);
    } finally {
      if (!mutex.isLocked() && this.#mutexes.get(key) === mutex) this.#mutexes.delete(key);
    }
  }
}
