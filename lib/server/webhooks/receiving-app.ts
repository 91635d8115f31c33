import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardApp } from "@/lib/server/upstream/dashboard-service";
import { readSigningKey, type SigningApp } from "@/lib/server/upstream/user-tokens/app-jwt";

/** The app whose deliveries this dashboard accepts: configured for a remote service, otherwise the one it created. */
export async function receivingApp(): Promise<SigningApp | undefined> {
  const { serviceUrl, repohostApp } = dashboardSettings();
  if (serviceUrl === undefined) return dashboardApp().known();
  return repohostApp && { id: repohostApp.id, privateKey: readSigningKey(repohostApp.privateKey) };
}

export async function receivingAppId(): Promise<string | undefined> {
  return (await receivingApp())?.id;
}
