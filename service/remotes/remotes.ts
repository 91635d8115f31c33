import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type GitCredential, type OutsideRemote, RemoteRefused } from "@/git/remote";
import { isPublicAddress } from "@/lib/core/http/public-address";
import type { Settings } from "@/lib/core/settings/settings";
import type { GitHub } from "../github/github";
import { GitHubProblem } from "../github/github-problem";

/** External repositories, on hosts allowed in the settings. */
export interface Remotes {
  /** Returns the checkout folder name of a repository; undefined when its host isn't allowed. */
  directoryName(url: string): string | undefined;
  /**
   * Returns git settings that pin a checked address, and the host's credential; undefined when its host isn't allowed.
   * `purpose`: a run, which gets a separate token on GitHub. Throws {@link RemoteRefused} for a private address, and
   * if GitHub creates no token.
   */
  access(url: string, purpose?: string): Promise<OutsideRemote | undefined>;
}

export interface WithRemotes {
  remotes: Remotes;
}

interface RemoteOptions {
  resolve(hostname: string): Promise<{ address: string }[]>;
  isPublic(address: string): boolean;
  /** Additional git settings, for tests. */
  config: Readonly<Record<string, string>>;
}

const defaults: RemoteOptions = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  isPublic: isPublicAddress,
  config: {},
};

/** Aborts stalled transfers and verifies fetched objects like pushed ones. */
const hardenedConfig = {
  "http.lowSpeedLimit": "1000",
  "http.lowSpeedTime": "60",
  "fetch.fsckObjects": "true",
  "fetch.fsck.badTimezone": "ignore",
  "fetch.fsck.missingSpaceBeforeDate": "ignore",
  "fetch.fsck.zeroPaddedFilemode": "ignore",
} as const;

const path = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/** The setting that makes git connect to a checked address. */
function curlPin({ host, port, address }: NonNullable<OutsideRemote["pin"]>): Record<string, string> {
  return { "http.curloptResolve": `${host}:${port}:${isIP(address) === 6 ? `[${address}]` : address}` };
}

/** How git signs in with a GitHub token; the user name has no meaning. */
const tokenCredential = (password: string) => ({ username: "x-access-token", password });

/** The servers whose credentials are created for each use. */
type GitHubServers = Pick<GitHub, "hosts" | "gitToken">;

const noServers: GitHubServers = { hosts: () => [], gitToken: async () => undefined };

export function createRemotes(
  { gitRemotes, privateRemotes }: Pick<Settings, "gitRemotes" | "privateRemotes">,
  { resolve, isPublic, config }: RemoteOptions = defaults,
  gitHub: GitHubServers = noServers,
): Remotes {
  const credentials = new Map(Object.entries(gitRemotes));

  async function credentialOf({ host, href }: URL, purpose: string): Promise<GitCredential | undefined> {
    if (!gitHub.hosts().includes(host)) return credentials.get(host);
    try {
      const token = await gitHub.gitToken(href, purpose);
      return token === undefined ? undefined : tokenCredential(token);
    } catch (error) {
      if (!(error instanceof GitHubProblem)) throw error;
      const reason = error.kind === "unavailable" ? "unavailable" : "not_allowed";
      throw new RemoteRefused(reason, error.message, { cause: error });
    }
  }

  function allowed(text: string): URL | undefined {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    // Only accept the normalized form, so that git can't parse the URL differently.
    const isPlain =
      url.href === text && !url.username && !url.password && !url.search && !url.hash && path.test(url.pathname);
    return url.protocol === "https:" && isPlain && (credentials.has(url.host) || gitHub.hosts().includes(url.host))
      ? url
      : undefined;
  }

  /** Pins the host to the checked address, which prevents DNS rebinding. Undefined for a literal address, which must be public. */
  async function pinned({ hostname, port, host }: URL): Promise<NonNullable<OutsideRemote["pin"]> | undefined> {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const found = isIP(bare) ? [{ address: bare }] : await resolve(bare).catch(() => []);
    const [first] = found;
    const isPrivateServer = Object.hasOwn(privateRemotes, host) && !isIP(bare);
    if (!first || !(isPrivateServer || found.every(({ address }) => isPublic(address)))) {
      throw new RemoteRefused("not_allowed", `${host} doesn't resolve to public addresses only`);
    }
    return isIP(bare) ? undefined : { host: bare, port: Number(port || "443"), address: first.address };
  }

  return {
    directoryName(text) {
      const last = allowed(text)?.pathname.split("/").at(-1) ?? "";
      const name = last.replace(/\.git$/, "");
      return /^\.*$/.test(name) ? undefined : name;
    },
    async access(text, purpose = "service") {
      const url = allowed(text);
      if (!url) return undefined;
      const pin = await pinned(url);
      const credential = await credentialOf(url, purpose);
      const certificates = Object.hasOwn(privateRemotes, url.host) ? privateRemotes[url.host] : "";
      const trust: Record<string, string> = certificates ? { "http.sslCAInfo": certificates } : {};
      return { config: { ...hardenedConfig, ...(pin ? curlPin(pin) : {}), ...trust, ...config }, credential, pin };
    },
  };
}
