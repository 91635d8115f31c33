import { systemClock } from "@/lib/clock/clock";
import { systemIds } from "@/lib/clock/ids";
import { createCredentials } from "./credentials";
import { dashboardSettings, serviceBase } from "./dashboard-settings";
import type { Service } from "./service-call";

let service: Service | undefined;

/** The service this dashboard drives. */
export function dashboardService(): Service {
  if (!service) {
    const settings = dashboardSettings();
    service = {
      address: { base: serviceBase(settings), repohostPrefix: settings.repohostPrefix },
      credentials: createCredentials(settings),
      clock: systemClock,
      ids: systemIds,
    };
  }
  return service;
}
