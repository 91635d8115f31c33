const pauseMs = 2_000;

const dashboardAnswers = () =>
  fetch("/api/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads code that comes after the page. React keeps the first failure for good and shows an error in place of the whole
 * page, so while the dashboard can't be reached the code is asked for again. Fails only for code that is gone.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === "undefined") throw error;
      // It may have failed just before the dashboard was there again.
      if (await dashboardAnswers()) return load();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
