import { getKeyCapabilities } from "@/lib/contract/dashboard/keys/get-key-capabilities";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { keyCapabilities } from "./key-capabilities";

export const getKeyCapabilitiesOperation = implementOperation(getKeyCapabilities, () => {
  const { serviceUrl, repohostApp } = dashboardSettings();
  const embedded = serviceUrl === undefined;
  return keyCapabilities(dashboardService(), { embedded, actsForUsers: embedded || repohostApp !== undefined });
});
