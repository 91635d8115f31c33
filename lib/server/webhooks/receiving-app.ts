import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardApp } from "@/lib/server/upstream/dashboard-service";

/** The app whose deliveries this dashboard accepts: configured for a remote service, otherwise the one it created. */
export async function receivingAppId(): Promise<string | undefined> {
  const { serviceUrl, repohostApp } = dashboardSettings();
  return serviceUrl === undefined ? (await dashboardApp().known())?.id : repohostApp?.id;
}
