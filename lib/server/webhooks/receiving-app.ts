import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardApp } from "@/lib/server/upstream/dashboard-service";

/** The app whose deliveries this dashboard takes: of the settings at a remote service, else the one it made itself. */
export async function receivingAppId(): Promise<string | undefined> {
  const { serviceUrl, repohostApp } = dashboardSettings();
  return serviceUrl === undefined ? (await dashboardApp().known())?.id : repohostApp?.id;
}
