/** Whether the dashboard responds. */
export const isDashboardUp = (): Promise<boolean> =>
  fetch("/api/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
