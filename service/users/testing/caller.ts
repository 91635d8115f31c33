import type { Kind, Permission } from "./authorization-rules";

/** A credential in one state, and what the specification allows it to do. */
export interface Caller {
  name: string;
  kind: Kind;
  /** The credential. Callers with a token return one with exactly the scopes an operation requires, or with all others. */
  key: (scopes: readonly string[]) => string | Promise<string>;
  /** False: the service must respond with 401. */
  accepted: boolean;
  scopes?: "all" | "exact" | "others";
  /** Permissions on the namespace and repository of the fixture. */
  namespace: Permission;
  repository: Permission;
  /** Wrote the comment and the review of the fixture. */
  isAuthor?: boolean;
  /** Is the fixture's user, or sees and changes all of its team's agents. */
  seesAgents?: boolean;
  /** Agent-scoped and not limited to repositories. */
  canMint?: boolean;
  /** Limited to repositories. */
  isLimited?: boolean;
  /** Belongs to the other team. */
  isOther?: boolean;
}

/** Without permissions. */
export const none = { namespace: "none", repository: "none" } as const;
