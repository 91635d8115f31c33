import { createSigningKeys, type SigningKeys } from "@/lib/server/upstream/signing/signing-keys";
import { dashboardService } from "./dashboard-service";

let keys: SigningKeys | undefined;

/** The keys of the service this dashboard drives, for all that it signed. */
export function serviceSigningKeys(): SigningKeys {
  keys ??= createSigningKeys(dashboardService());
  return keys;
}
