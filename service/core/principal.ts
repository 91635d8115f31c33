interface Key {
  keyId: string;
  keyName: string;
  keyCreatedAt: number;
}

/** What a token of an installation is good for. */
export interface InstallationReach {
  installationId: string;
  appId: string;
  /** Where the app is installed. */
  namespaceId: string;
  selection: "all" | "selected";
  scopes: ReadonlySet<string>;
  /** Set for a token that was narrowed to repositories. */
  repositoryIds?: ReadonlySet<string>;
}

/** What the git credential of a run is good for. */
export interface RunGrant {
  agentId: string;
  runId: string;
  teamId: number;
  repositoryIds: ReadonlySet<string>;
  /** Repositories the environment file names beside them: to read alone. */
  dependencyIds: ReadonlySet<string>;
}

/** Who a request acts as. */
export type Principal =
  | (Key & { kind: "user"; userId: number; teamId: number })
  /** A worker token: acts as its user where the contract lets it. */
  | (Key & { kind: "subToken"; userId: number; teamId: number })
  | (Key & {
      kind: "serviceAccount";
      serviceAccountId: string;
      teamId: number;
      agentScoped: boolean;
      /** Set for a repo-scoped key: the repositories it is good for in the pool API. */
      repositoryIds?: readonly string[];
    })
  /** A session token: lets one worker serve one claim, and nothing else. */
  | (Key & { kind: "session"; serviceAccountId: string; teamId: number; agentId: string; workerId: string })
  | (Key & { kind: "admin" })
  | ({ kind: "run" } & RunGrant)
  /** A JWT an app signed, good until `expiresAt`. */
  | { kind: "app"; appId: string; expiresAt: number }
  | ({ kind: "installation" } & InstallationReach)
  /** A member, by a token of an installation: may do what both may. */
  | ({ kind: "installationUser"; userId: number; teamId: number } & InstallationReach);

export type TeamPrincipal = Extract<Principal, { kind: "user" | "subToken" | "serviceAccount" }>;

/** What worker tokens begin with. */
export const subTokenPrefix = "swt";
/** What session tokens begin with. */
export const sessionTokenPrefix = "sst";

/** What an app's token is good for; `undefined` for every other credential. */
export function reachOf(principal: Principal): InstallationReach | undefined {
  return principal.kind === "installation" || principal.kind === "installationUser" ? principal : undefined;
}

/** False for a token of an app that lacks the scope; people's credentials have none to lack. */
export function holdsScope(principal: Principal, scope: string): boolean {
  return reachOf(principal)?.scopes.has(scope) ?? true;
}

/** The user a request acts as, by a key or by a worker token; `undefined` for everyone else. */
export function actingUser(principal: Principal): { userId: number; teamId: number } | undefined {
  return principal.kind === "user" || principal.kind === "subToken" ? principal : undefined;
}
