import { refuse } from "../core/http/refusal";
import type { Principal, TeamPrincipal } from "../core/principal";

export type ServiceAccount = Extract<TeamPrincipal, { kind: "serviceAccount" }>;

/** The pool API is for service accounts alone; the contract lets no one else in. */
export function asServiceAccount(principal: Principal): ServiceAccount {
  if (principal.kind === "serviceAccount") return principal;
  throw refuse.agents(403, "role_forbidden", `A ${principal.kind} credential has no pools`);
}
