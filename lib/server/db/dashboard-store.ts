import "server-only";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { openStore, type Store } from "./store";

declare global {
  interface Dashboard {
    store?: Promise<Store> | undefined;
  }
}

/** The store of this process, on `globalThis` because Next.js loads modules more than once. */
export function dashboardStore(): Promise<Store> {
  dashboard.store ??= open().catch((error: unknown) => {
    dashboard.store = undefined;
    throw error;
  });
  return dashboard.store;
}

async function open(): Promise<Store> {
  const url = dashboardSettings().databaseUrl;
  if (!url) throw new Error("DATABASE_URL isn't set; the start script sets it for the embedded Postgres");
  return openStore({ url, log: dashboardLog() });
}
