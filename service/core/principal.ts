interface Key {
  keyId: string;
  keyName: string;
  keyCreatedAt: number;
}

/** What an installation token grants access to. */
export interface InstallationAccess {
  installationId: string;
  appId: string;
  /** The namespace the app is installed in. */
  namespaceId: string;
  selection: "all" | "selected";
  scopes: ReadonlySet<string>;
  /** Set for a token restricted to repositories. */
  repositoryIds?: ReadonlySet<string>;
}

/** What a run's git credential grants access to. */
export interface RunGrant {
  agentId: string;
  runId: string;
  teamId: number;
  /** The run's repositories, each with the only branch the run can update. */
  branches: ReadonlyMap<string, string>;
  /** Read-only repositories: the dependencies that the environment file lists. */
  dependencyIds: ReadonlySet<string>;
  /** Repositories on GitHub that a worker's run uses through the service: clone URL to the only branch it can update; null: read-only. */
  remotes?: ReadonlyMap<string, string | null>;
  /** Set for a worker's run: whose access the credential ends with (`users/holder.ts`). */
  holder?: string;
}

/** The identity a request is authenticated as. */
export type Principal =
  | (Key & { kind: "user"; userId: number; teamId: number })
  /** A worker token: acts as its user where the contract allows it. */
  | (Key & { kind: "subToken"; userId: number; teamId: number })
  | (Key & {
      kind: "serviceAccount";
      serviceAccountId: string;
      teamId: number;
      agentScoped: boolean;
      /** Set for a repo-scoped key: the only repositories it can use. */
      repositoryIds?: readonly string[];
    })
  /** A session token: only lets one worker serve one claim. */
  | (Key & { kind: "session"; serviceAccountId: string; teamId: number; agentId: string; workerId: string })
  /** A registration token, or the credential of a worker that registered with it: only connects workers of one pool. */
  | (Key & {
      kind: "worker";
      teamId: number;
      owner: { userId: number } | { serviceAccountId: string };
      pool: string;
      /** Set for a registered worker's credential: the only worker it connects. */
      workerId?: string;
    })
  | (Key & { kind: "admin" })
  | ({ kind: "run" } & RunGrant)
  /** A JWT signed by an app, valid until `expiresAt`. */
  | { kind: "app"; appId: string; expiresAt: number }
  | ({ kind: "installation" } & InstallationAccess)
  /** A user authenticated with an installation token: limited to what both can access. */
  | ({ kind: "installationUser"; userId: number; teamId: number } & InstallationAccess);

export type TeamPrincipal = Extract<Principal, { kind: "user" | "subToken" | "serviceAccount" }>;

/** Prefix of worker tokens. */
export const subTokenPrefix = "swt";
/** Prefix of registration tokens. */
export const registrationTokenPrefix = "swr";
/** Prefix of the credentials of workers that registered with a registration token. */
export const workerCredentialPrefix = "swc";
/** Prefix of session tokens. */
export const sessionTokenPrefix = "sst";

/** Returns the access of an installation token; undefined for other credentials. */
export function installationAccess(principal: Principal): InstallationAccess | undefined {
  return principal.kind === "installation" || principal.kind === "installationUser" ? principal : undefined;
}

/** Returns whether an app token has the scope. True for other credentials, which aren't scoped. */
export function hasScope(principal: Principal, scope: string): boolean {
  return installationAccess(principal)?.scopes.has(scope) ?? true;
}

/** Returns the user a request acts as, by API key or worker token; undefined for other credentials. */
export function actingUser(principal: Principal): { userId: number; teamId: number } | undefined {
  return principal.kind === "user" || principal.kind === "subToken" ? principal : undefined;
}
