import { dashboardService } from "../dashboard-service";
import { createSigningKeys, type SigningKeys } from "./signing-keys";

let keys: SigningKeys | undefined;

/** The keys of the service this dashboard drives, for all that it signed. */
export function serviceSigningKeys(): SigningKeys {
  keys ??= createSigningKeys(dashboardService());
  return keys;
}
