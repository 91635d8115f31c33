/**
 * Returns a function that runs `task`. Any number of calls during a run cause one more run. The promise resolves
 * after the last run and rejects if the task does.
 */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let requested = false;
  let running: Promise<void> | undefined;

  async function runWhileRequested(): Promise<void> {
    try {
      while (requested) {
        requested = false;
        await task();
      }
    } finally {
      running = undefined;
    }
  }

  return () => {
    requested = true;
    running ??= runWhileRequested();
    return running;
  };
}
