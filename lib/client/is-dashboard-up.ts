const timeoutMs = 3_000;

/** Whether the dashboard responds, within 3 seconds. */
export const isDashboardUp = (): Promise<boolean> =>
  fetch("/api/healthz", { cache: "no-store", signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
