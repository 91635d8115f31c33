/** Runs once, before the server answers its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startDashboard } = await import("@/lib/server/startup/start-dashboard");
    await startDashboard();
  }
}
