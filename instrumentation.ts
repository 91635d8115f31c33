/** Runs once, before the server handles requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startDashboard } = await import("@/lib/server/startup/start-dashboard");
    await startDashboard();
  }
}
