import type { RunGrant } from "../runs/run-credentials";

interface Key {
  keyId: string;
  keyName: string;
  keyCreatedAt: number;
}

/** Who a request acts as. */
export type Principal =
  | (Key & { kind: "user"; userId: number; teamId: number })
  /** A worker token: acts as its user where the contract lets it. */
  | (Key & { kind: "subToken"; userId: number; teamId: number })
  | (Key & { kind: "serviceAccount"; serviceAccountId: string; teamId: number; agentScoped: boolean })
  | (Key & { kind: "admin" })
  | ({ kind: "run" } & RunGrant);

export type TeamPrincipal = Extract<Principal, { kind: "user" | "subToken" | "serviceAccount" }>;

/** What worker tokens begin with. */
export const subTokenPrefix = "swt";

/** The user a request acts as, by a key or by a worker token; `undefined` for everyone else. */
export function actingUser(principal: Principal): { userId: number; teamId: number } | undefined {
  return principal.kind === "user" || principal.kind === "subToken" ? principal : undefined;
}
