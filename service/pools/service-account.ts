import { apiError } from "../core/http/api-error";
import type { Principal, TeamPrincipal } from "../core/principal";

export type ServiceAccount = Extract<TeamPrincipal, { kind: "serviceAccount" }>;

/** Narrows a principal to a service account. Throws 403 for other credentials. */
export function requireServiceAccount(principal: Principal): ServiceAccount {
  if (principal.kind === "serviceAccount") return principal;
  throw apiError.agents(403, "role_forbidden", `A ${principal.kind} credential can't access pools`);
}
