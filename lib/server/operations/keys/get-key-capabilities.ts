import { getKeyCapabilities } from "@/lib/contract/dashboard/get-key-capabilities";
import { dashboardService } from "@/lib/server/gateway/dashboard-service";
import { dashboardSettings } from "@/lib/server/gateway/dashboard-settings";
import { answerWith } from "@/lib/server/gateway/own-operation";
import { keyCapabilities } from "./key-capabilities";

export const getKeyCapabilitiesOperation = answerWith(getKeyCapabilities, () => {
  const { serviceUrl, repohostApp } = dashboardSettings();
  const embedded = serviceUrl === undefined;
  return keyCapabilities(dashboardService(), { embedded, actsForPeople: embedded || repohostApp !== undefined });
});
