/** Rejects with the signal's reason when it aborts. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // Its own failure isn't awaited after an abort.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const listener = () => reject(signal.reason);
    signal.addEventListener("abort", listener, { once: true });
    stop = () => signal.removeEventListener("abort", listener);
  });
  return Promise.race([work, aborted]).finally(stop);
}
