import "server-only";
import { createRegistrationToken } from "@/lib/contract/dashboard/pools/create-registration-token";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { listPools } from "@/lib/contract/pools/list-pools";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardService } from "./dashboard-service";

const shown = 4;

/** Only the first characters, which identify a key, are sent to browsers. */
function masked(key: string): string {
  return key.length >= 6 * shown ? `${key.slice(0, shown)}…` : "…";
}

/** What a worker needs to connect to this service. */
export async function workerStart(): Promise<WorkerStart> {
  const { serviceUrl, servicePublicUrl, serviceName } = dashboardSettings();
  const authorization = await dashboardService()
    .credentials.authorization(listPools)
    .catch(() => "");
  return {
    endpoint: serviceUrl ?? servicePublicUrl,
    prefix: serviceName.toUpperCase().replaceAll("-", "_"),
    maskedKey: masked(authorization.replace(/^Bearer /, "")),
  };
}

/** Whether users with the role can create registration tokens. Only the embedded service issues them. */
export function canMintRegistrations(role: Role): boolean {
  return dashboardSettings().serviceUrl === undefined && roleAllows(role, createRegistrationToken.role);
}
