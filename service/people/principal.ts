import type { RunGrant } from "../runs/run-credentials";

interface Key {
  keyId: string;
  keyName: string;
  keyCreatedAt: number;
}

/** Who a request acts as. */
export type Principal =
  | (Key & { kind: "user"; userId: number; teamId: number })
  | (Key & { kind: "serviceAccount"; serviceAccountId: string; teamId: number; agentScoped: boolean })
  | (Key & { kind: "admin" })
  | ({ kind: "run" } & RunGrant);

export type TeamPrincipal = Extract<Principal, { kind: "user" | "serviceAccount" }>;
