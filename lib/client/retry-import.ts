const pauseMs = 2_000;

const isDashboardUp = () =>
  fetch("/api/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads code on demand. React keeps a failed import for good and shows an error in place of the whole page, so the import
 * is repeated while the dashboard can't be reached. Throws what `load` throws when the dashboard answers and the code still
 * can't be loaded.
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === "undefined") throw error;
      // The import may have failed just before the dashboard was available again.
      if (await isDashboardUp()) return load();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
