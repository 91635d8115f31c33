import "server-only";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { openStore, type Store } from "./store";

declare global {
  var slipwayDashboardStore: Promise<Store> | undefined;
}

/** The store of this process, on `globalThis` because Next.js loads modules more than once. */
export function dashboardStore(): Promise<Store> {
  globalThis.slipwayDashboardStore ??= open().catch((error: unknown) => {
    globalThis.slipwayDashboardStore = undefined;
    throw error;
  });
  return globalThis.slipwayDashboardStore;
}

async function open(): Promise<Store> {
  const url = dashboardSettings().databaseUrl;
  if (!url) throw new Error("DATABASE_URL isn't set; the start script sets it for the embedded Postgres");
  return openStore({ url, log: dashboardLog() });
}
