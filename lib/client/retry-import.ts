import { isDashboardUp } from "./is-dashboard-up";

const pauseMs = 2_000;

/**
 * Loads code on demand. React caches a failed import forever and replaces the whole page with an error, so the import is
 * retried while the dashboard is unreachable. Throws the error of `load` if the dashboard is reachable and the import still fails.
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === "undefined") throw error;
      // The import may have failed just before the dashboard became available.
      if (await isDashboardUp()) return load();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
