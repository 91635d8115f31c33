/**
 * Returns a function that runs `task`; calls made while it runs make it run again, once, no matter how many they
 * are. The promise resolves when no run is left, and rejects when the task does.
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
