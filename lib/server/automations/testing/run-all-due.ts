import { runDue } from "../run-due";

/** Starts what is due until there is nothing left to start, and waits for the results; for tests. */
export async function runAllDue(parts: Parameters<typeof runDue>[0]): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    while ((await runDue(parts, running)) > 0) await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}
