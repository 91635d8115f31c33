import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import type { CodeHost, HostPull, HostRepository } from "../code-hosts/code-host";
import { createPublicFetch, type PublicFetch, type PublicFetchOptions } from "../core/http/public-fetch";
import { actingPull } from "./acting-pull";
import { findPushTarget } from "./find-push-target";
import { appUrl, pullAddress, type RepositoryAddress, repositoryAddress } from "./github-address";
import { createGitHubApi, type GitHubApi, type GitHubDelays } from "./github-api";
import { type GitHubApps, noGitHubApps } from "./github-apps";
import type { GitHubCredential } from "./github-credential";
import { createGitHubFetch } from "./github-fetch";
import { GitHubProblem } from "./github-problem";
import { gitHubRepository, hostPullOf } from "./github-repository";
import { PullResource, RepositoryResource } from "./github-resources";
import { createInstallations, type Installations, type InstalledAccess } from "./installations";
import { listRepositories } from "./list-repositories";

const maxResponseBytes = 4 * 1024 * 1024;

/**
 * The GitHub servers that have an app or a token. An account is the API with a user's credential; undefined: the app or the
 * token.
 */
export interface GitHub extends CodeHost<GitHubApi | undefined> {
  /** Servers with an app or a token. */
  hosts(): string[];
  apps: GitHubApps;
  installations: Installations;
  /** The API of a server with another credential, such as a user's. */
  apiWith(host: string, credential: GitHubCredential, token: () => Promise<string | undefined>): GitHubApi;
  /** Requests to the servers' sign-in pages. */
  oauthFetch: PublicFetch;
  /** How git signs in to a repository. `purpose`: a run, which gets a separate token. Throws `GitHubProblem`. */
  gitToken(url: string, purpose: string): Promise<string | undefined>;
  /** Whether a URL is a repository or pull request on one of the servers. */
  serves(url: string): boolean;
  /**
   * Reads a repository, which may have another name than the URL. Undefined if the URL isn't one of a server's repositories.
   * `background`: waits for rate limits. Throws `GitHubProblem`.
   */
  repository(url: string, background: boolean): Promise<FoundRepository | undefined>;
  /** Reads a pull request, like {@link GitHub.repository}. */
  pull(url: string, background: boolean): Promise<FoundPull | undefined>;
  /** URLs of the repositories that agents can push to. Servers that can't be read are skipped. */
  listRepositories(): Promise<string[]>;
}

export interface FoundRepository {
  url: string;
  /** The name in the requested URL is a former name. */
  renamed: boolean;
  /** Why agents can't push to it; undefined if they can. */
  pushProblem: string | undefined;
  resource: RepositoryResource;
  repository: HostRepository;
  api: GitHubApi;
}

export interface FoundPull {
  pull: HostPull;
  repository: FoundRepository;
  resource: PullResource;
}

interface GitHubOptions {
  clock: Clock;
  log: Log;
  apps?: GitHubApps;
  /** Only tests set these. */
  network?: PublicFetchOptions;
  delays?: GitHubDelays;
}

/** How requests about a repository are made: with the app's installation, or with the server's token. */
interface Access {
  api: GitHubApi;
  installed?: InstalledAccess;
  token?: string;
}

const fullName = ({ owner, name }: RepositoryAddress) => `${owner}/${name}`;
const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function pushProblem(url: string, { permissions }: RepositoryResource, { installed }: Access): string | undefined {
  if (!installed) {
    return permissions?.push === false
      ? `the token's user can't push to ${url}. Give the user write access`
      : undefined;
  }
  const { installation } = installed;
  if (installation.permissions.contents === "write") return undefined;
  return `the GitHub App can't push to ${url}. Grant it Contents: write, then accept at ${installation.html_url}`;
}

type GitHubSettings = Pick<Settings, "githubTokens" | "privateRemotes">;

/** Connects to the servers. */
function createAccess(settings: GitHubSettings, options: GitHubOptions) {
  const { apps = noGitHubApps, clock, log, delays } = options;
  const apiWith: GitHub["apiWith"] = (host, credential, token) => {
    const { privateRemotes } = settings;
    const { send } = createPublicFetch({ maxBodyBytes: maxResponseBytes, privateRemotes, ...options.network });
    const fetch = createGitHubFetch(send);
    return createGitHubApi({ host, credential, token, fetch, clock, log, delays });
  };
  const installations = createInstallations({ apps, clock: options.clock, createApi: apiWith });
  const tokens = new Map<string, Access>();
  for (const [host, token] of Object.entries(settings.githubTokens)) {
    tokens.set(host, { api: apiWith(host, { kind: "token" }, async () => token), token });
  }

  /** Undefined for other servers. The token is used where the app isn't installed or can't be used. */
  async function accessTo(address: RepositoryAddress, background: boolean): Promise<Access | undefined> {
    const token = tokens.get(address.host);
    const app = apps.get(address.host);
    if (!app) return token;
    try {
      const installed = await installations.find(app, address, background);
      if (installed) return { api: installed.api, installed };
    } catch (error) {
      if (!token || !(error instanceof GitHubProblem) || error.kind === "unavailable") throw error;
      options.log.warn({ err: error, host: address.host }, "using the token, because the GitHub App can't be used");
    }
    if (token) return token;
    const fix = `Check the URL, and install the app at ${appUrl(app.host, app.slug)}/installations/new`;
    const what = `${fullName(address)} doesn't exist, or the GitHub App ${app.name} isn't installed for it`;
    throw new GitHubProblem("missing", `${what}. ${fix}`);
  }

  return { apps, apiWith, installations, tokens, accessTo };
}

export function createGitHub(settings: GitHubSettings, options: GitHubOptions): GitHub {
  const { apps, apiWith, installations, tokens, accessTo } = createAccess(settings, options);
  const serves = (address: { host: string } | undefined) =>
    address !== undefined && (tokens.has(address.host) || apps.get(address.host) !== undefined);

  async function readRepository(
    address: RepositoryAddress,
    access: Access,
    background: boolean,
  ): Promise<FoundRepository> {
    const { api } = access;
    const what = fullName(address);
    const request = { what, background, parameters: { owner: address.owner, repo: address.name } };
    const resource = await api.call("GET /repos/{owner}/{repo}", request, RepositoryResource);
    const renamed = !isSameName(resource.full_name, what);
    const repository = gitHubRepository({ api, background, apps, log: options.log }, resource);
    const { url } = repository;
    return { url, renamed, pushProblem: pushProblem(url, resource, access), resource, repository, api };
  }

  /** Creates a token for git. A former name of the repository has no tokens, and git's requests aren't redirected. */
  async function createGitToken(address: RepositoryAddress, installed: InstalledAccess, purpose: string) {
    try {
      return await installed.gitToken(address.name, purpose);
    } catch (error) {
      if (!(error instanceof GitHubProblem) || error.kind === "unavailable") throw error;
      const found = await readRepository(address, { api: installed.api, installed }, true).catch(() => undefined);
      if (!found?.renamed) throw error;
      throw new GitHubProblem("missing", `${fullName(address)} was renamed or transferred. Use ${found.url}`);
    }
  }

  async function repository(url: string, background: boolean): Promise<FoundRepository | undefined> {
    const address = repositoryAddress(url);
    const access = address && (await accessTo(address, background));
    return access && readRepository(address, access, background);
  }

  async function pull(url: string, background: boolean): Promise<FoundPull | undefined> {
    const address = pullAddress(url);
    const access = address && (await accessTo(address, background));
    if (!access) return undefined;
    const found = await readRepository(address, access, background);
    const [owner, repo] = found.resource.full_name.split("/");
    const what = `${found.resource.full_name}#${address.number}`;
    const request = { what, background, parameters: { owner, repo, pull_number: address.number } };
    const resource = await access.api.call("GET /repos/{owner}/{repo}/pulls/{pull_number}", request, PullResource);
    return { pull: hostPullOf(access.api.host, resource), repository: found, resource };
  }

  return {
    findPushTarget: (request) => findPushTarget({ repository, pull }, request),
    hosts: () => [...new Set([...tokens.keys(), ...apps.hosts()])],
    apps,
    apiWith,
    installations,
    oauthFetch: createPublicFetch({ privateRemotes: settings.privateRemotes, ...options.network }),
    listRepositories: () => listRepositories({ apps, installations, tokens: [...tokens.values()] }, options.log),
    async gitToken(url, purpose) {
      const address = repositoryAddress(url);
      const access = address && (await accessTo(address, true));
      return address && access?.installed ? createGitToken(address, access.installed, purpose) : access?.token;
    },
    serves: (url) => serves(pullAddress(url) ?? repositoryAddress(url)),
    repository,
    pull,
    async actOnPull(url, account) {
      const found = await pull(url, false);
      return found && actingPull(found, account ?? found.repository.api);
    },
    findRepository: async (url) => (await repository(url, true))?.repository,
    async findPull(url) {
      const found = await pull(url, true);
      return found && { repository: found.repository.repository, pull: found.pull };
    },
  };
}
