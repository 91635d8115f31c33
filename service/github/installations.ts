import { z } from "zod";
import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import { appUrl, type RepositoryAddress } from "./github-address";
import type { GitHubApi } from "./github-api";
import { appJwt, type GitHubApp, type GitHubApps } from "./github-apps";
import type { GitHubCredential } from "./github-credential";
import { GitHubProblem } from "./github-problem";

const installationLifetimeMs = 60_000;
/** Tokens are replaced this long before they expire. */
const tokenMarginMs = 5 * 60_000;
const maxCached = 500;
const maxListed = 100;

const Installation = z.object({
  id: z.number(),
  account: z.looseObject({ login: z.string().optional(), slug: z.string().optional() }).nullable(),
  repository_selection: z.enum(["all", "selected"]),
  permissions: z.record(z.string(), z.string()),
  suspended_at: z.string().nullish(),
  html_url: z.string(),
});
export type Installation = z.infer<typeof Installation>;

const InstallationToken = z.object({ token: z.string().min(1), expires_at: z.iso.datetime({ offset: true }) });

export type Permissions = Readonly<Record<string, "read" | "write">>;

/** What the service's own requests need. The app is created with these permissions. */
export const appPermissions = {
  metadata: "read",
  contents: "write",
  pull_requests: "write",
  checks: "write",
  statuses: "read",
  actions: "read",
  workflows: "write",
} as const satisfies Permissions;

/** What git needs to clone and push, including files in `.github/workflows` if the app can write them. */
const gitPermissions: Permissions = { contents: "write", workflows: "write" };

const levels: readonly string[] = ["read", "write", "admin"];

/** The permissions that an installation has of those requested. */
export function grantedOf(requested: Permissions, granted: Readonly<Record<string, string>>): Permissions {
  const rank = (level: string | undefined) => levels.indexOf(level ?? "");
  return Object.fromEntries(
    Object.entries(requested).flatMap(([name, level]): [string, "read" | "write"][] => {
      const held = rank(granted[name]);
      return held < 0 ? [] : [[name, held < rank(level) ? "read" : level]];
    }),
  );
}

export const accountOf = ({ account }: Installation) => account?.login ?? account?.slug ?? "unknown";

/** An API that the app's installation in an account can use. */
export interface InstalledAccess {
  api: GitHubApi;
  installation: Installation;
  /** Creates a token that can only clone and push one repository. Cached for `purpose`, such as a run. */
  gitToken(repository: string, purpose: string): Promise<string>;
}

export interface Installations {
  /** The installation that covers a repository; undefined if there is none. Throws {@link GitHubProblem} if it is suspended. */
  find(app: GitHubApp, address: RepositoryAddress, background: boolean): Promise<InstalledAccess | undefined>;
  list(app: GitHubApp): Promise<Installation[]>;
  /** The API of one of the app's installations. */
  access(app: GitHubApp, installation: Installation): InstalledAccess;
}

interface InstallationOptions {
  apps: GitHubApps;
  clock: Clock;
  /** Creates the API of a server with a credential. */
  createApi(host: string, credential: GitHubCredential, token: () => Promise<string>): GitHubApi;
}

interface Cache {
  version: number;
  installations: RecentMap<string, { installation: Installation; until: number }>;
  tokens: RecentMap<string, Promise<{ token: string; until: number }>>;
  /** Their installation is the one that was read last. */
  accesses: RecentMap<string, InstalledAccess>;
}

const emptyCache = (version: number): Cache => ({
  version,
  installations: new RecentMap(maxCached),
  tokens: new RecentMap(maxCached),
  accesses: new RecentMap(maxCached),
});

/** Finds the installations of GitHub Apps and creates their tokens, which stay in this process. */
export function createInstallations({ apps, clock, createApi }: InstallationOptions): Installations {
  let cache = emptyCache(apps.version());
  const appApis = new RecentMap<string, GitHubApi>(maxCached);

  function current(): Cache {
    if (cache.version !== apps.version()) cache = emptyCache(apps.version());
    return cache;
  }

  function apiOfApp(app: GitHubApp): GitHubApi {
    const key = `${app.host} ${app.appId}`;
    const known = appApis.get(key);
    if (known) return known;
    const credential = { kind: "app", manageUrl: `${appUrl(app.host, app.slug)}/installations/new` } as const;
    const api = createApi(app.host, credential, () => appJwt(apps.get(app.host) ?? app, clock));
    appApis.set(key, api);
    return api;
  }

  async function createToken(
    app: GitHubApp,
    { id, html_url, ...installation }: Installation,
    { permissions, repositories }: { permissions: Permissions; repositories?: string[] },
  ) {
    const what = `The installation in ${accountOf({ id, html_url, ...installation })}`;
    const parameters = { installation_id: id, permissions, ...(repositories ? { repositories } : {}) };
    const route = "POST /app/installations/{installation_id}/access_tokens";
    try {
      const created = await apiOfApp(app).call(route, { what, background: false, parameters }, InstallationToken);
      return { token: created.token, until: Date.parse(created.expires_at) - tokenMarginMs };
    } catch (error) {
      if (!(error instanceof GitHubProblem) || error.kind === "unavailable") throw error;
      const fix = `Check that the app is installed, not suspended, and has access to the repository at ${html_url}`;
      throw new GitHubProblem("denied", `${app.host} created no token for the GitHub App. ${fix}`);
    }
  }

  /** The cached token of a key, or a new one. Concurrent callers share one request. */
  async function token(key: string, create: () => Promise<{ token: string; until: number }>): Promise<string> {
    const { tokens } = current();
    const known = tokens.get(key);
    const found = await known?.catch(() => undefined);
    if (found && found.until > clock.now()) return found.token;
    // Another caller may have replaced it while this one waited.
    const latest = tokens.get(key);
    const next = latest && latest !== known ? latest : create();
    tokens.set(key, next);
    next.catch(() => {
      if (tokens.get(key) === next) tokens.delete(key);
    });
    return (await next).token;
  }

  function access(app: GitHubApp, installation: Installation): InstalledAccess {
    const key = `${app.host} ${installation.id}`;
    const known = current().accesses.get(key);
    if (known) return Object.assign(known, { installation });
    const create = (purpose: string, requested: Permissions, repositories?: string[]) => {
      const permissions = grantedOf(requested, created.installation.permissions);
      const limits = { permissions, ...(repositories ? { repositories } : {}) };
      return token(`${key} ${purpose} ${JSON.stringify(limits)}`, () => createToken(app, created.installation, limits));
    };
    const credential: GitHubCredential = { kind: "app", manageUrl: installation.html_url };
    const api = createApi(app.host, credential, () => create("api", appPermissions));
    const created: InstalledAccess = {
      installation,
      api: {
        ...api,
        async call(route, request, schema) {
          try {
            return await api.call(route, request, schema);
          } catch (error) {
            // The next request finds out whether the app is still installed.
            if (error instanceof GitHubProblem && error.reason === "credential") cache = emptyCache(apps.version());
            throw error;
          }
        },
      },
      gitToken: (repository, purpose) => create(`git ${purpose}`, gitPermissions, [repository]),
    };
    current().accesses.set(key, created);
    return created;
  }

  async function read(app: GitHubApp, { owner, name }: RepositoryAddress, background: boolean) {
    const { installations } = current();
    const key = `${app.host}/${owner}/${name}`.toLowerCase();
    const known = installations.get(key);
    if (known && known.until > clock.now()) return known.installation;
    const request = { what: `${owner}/${name}`, background, parameters: { owner, repo: name } };
    try {
      const found = await apiOfApp(app).call("GET /repos/{owner}/{repo}/installation", request, Installation);
      installations.set(key, { installation: found, until: clock.now() + installationLifetimeMs });
      return found;
    } catch (error) {
      if (error instanceof GitHubProblem && error.kind === "missing") return undefined;
      throw error;
    }
  }

  return {
    access,
    async find(app, address, background) {
      const installation = await read(app, address, background);
      if (!installation) return undefined;
      if (!installation.suspended_at) return access(app, installation);
      const where = `The installation of ${app.name} in ${accountOf(installation)} is suspended`;
      throw new GitHubProblem("denied", `${where}. Unsuspend it at ${installation.html_url}`);
    },
    list: (app) =>
      apiOfApp(app).call(
        "GET /app/installations",
        { what: app.name, background: false, parameters: { per_page: maxListed } },
        z.array(Installation),
      ),
  };
}
