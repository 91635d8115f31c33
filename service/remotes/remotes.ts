import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Settings } from "@/lib/core/settings/settings";
import { isPublicAddress } from "../core/http/public-address";
import { RunFailure } from "../runner/run-failure";
import type { OutsideRemote } from "../runner/run-spec";
import type { PinnedAddress } from "../runner/sandbox/egress/egress-proxy";

/** External repositories, on hosts allowed in the settings. */
export interface Remotes {
  /** Returns the checkout folder name of a repository; undefined when its host isn't allowed. */
  directoryName(url: string): string | undefined;
  /**
   * Returns git settings that pin a checked address, and the host's credential; undefined when its host isn't allowed. Throws
   * a {@link RunFailure} `repository_access` for a private address.
   */
  access(url: string): Promise<OutsideRemote | undefined>;
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
function curlPin({ host, port, address }: PinnedAddress): Record<string, string> {
  return { "http.curloptResolve": `${host}:${port}:${isIP(address) === 6 ? `[${address}]` : address}` };
}

export function createRemotes(
  { gitRemotes }: Pick<Settings, "gitRemotes">,
  { resolve, isPublic, config }: RemoteOptions = defaults,
): Remotes {
  function allowed(text: string): URL | undefined {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    // Only accept the normalized form, so that git can't parse the URL differently.
    const isPlain =
      url.href === text && !url.username && !url.password && !url.search && !url.hash && path.test(url.pathname);
    return url.protocol === "https:" && isPlain && Object.hasOwn(gitRemotes, url.host) ? url : undefined;
  }

  /** Pins the host to the checked address, which prevents DNS rebinding. Undefined for a literal address. */
  async function pinned({ hostname, port, host }: URL): Promise<PinnedAddress | undefined> {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const found = isIP(bare) ? [{ address: bare }] : await resolve(bare).catch(() => []);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) {
      throw new RunFailure("repository_access", `${host} doesn't resolve to public addresses only`);
    }
    return isIP(bare) ? undefined : { host: bare, port: Number(port || "443"), address: first.address };
  }

  return {
    directoryName(text) {
      const last = allowed(text)?.pathname.split("/").at(-1) ?? "";
      const name = last.replace(/\.git$/, "");
      return /^\.*$/.test(name) ? undefined : name;
    },
    async access(text) {
      const url = allowed(text);
      if (!url) return undefined;
      const credential = gitRemotes[url.host];
      const pin = await pinned(url);
      return { config: { ...hardenedConfig, ...(pin ? curlPin(pin) : {}), ...config }, credential, pin };
    },
  };
}
