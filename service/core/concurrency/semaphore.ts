/** Lets at most `limit` pieces of work go on at once; the others wait their turn, or until their signal is aborted. */
export function createSlots(limit: number) {
  let free = limit;
  const waiting = new Set<() => void>();

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.add(begin);
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async function within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
