import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Settings } from "@/lib/core/settings/settings";
import { isPublicAddress } from "../core/http/public-address";
import { RunFailure } from "../runner/run-failure";
import type { OutsideRemote } from "../runner/run-spec";

/** Repositories on other servers, which the settings allow by host. */
export interface Remotes {
  /** The folder a repository is worked on in; `undefined` when no setting allows its server. */
  nameOf(url: string): string | undefined;
  /**
   * How git reaches such a repository right now: at an address that was checked, with the credential of its server.
   * `undefined` for any other. Throws a {@link RunFailure} `repository_access` for one that is not on the internet.
   */
  access(url: string): Promise<OutsideRemote | undefined>;
}

export interface WithRemotes {
  remotes: Remotes;
}

interface Surroundings {
  resolve(hostname: string): Promise<{ address: string }[]>;
  isPublic(address: string): boolean;
  /** Further settings of git, as for tests. */
  config: Readonly<Record<string, string>>;
}

const usual: Surroundings = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  isPublic: isPublicAddress,
  config: {},
};

/** A server that says nothing, or next to it, is given up; what it sends is checked like a push. */
const carefulConfig = {
  "http.lowSpeedLimit": "1000",
  "http.lowSpeedTime": "60",
  "fetch.fsckObjects": "true",
  "fetch.fsck.badTimezone": "ignore",
  "fetch.fsck.missingSpaceBeforeDate": "ignore",
  "fetch.fsck.zeroPaddedFilemode": "ignore",
} as const;

const path = /^(?:\/[A-Za-z0-9._~-]+)+$/;

export function createRemotes(
  { gitRemotes }: Pick<Settings, "gitRemotes">,
  { resolve, isPublic, config }: Surroundings = usual,
): Remotes {
  function allowed(text: string): URL | undefined {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    // What is written otherwise than it is read could name one place here and another to git.
    const plain =
      url.href === text && !url.username && !url.password && !url.search && !url.hash && path.test(url.pathname);
    return url.protocol === "https:" && plain && Object.hasOwn(gitRemotes, url.host) ? url : undefined;
  }

  /** Pins the name to the address that was checked: one that answers differently the next time gains nothing. */
  async function pinned({ hostname, port, host }: URL): Promise<Record<string, string>> {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const found = isIP(bare) ? [{ address: bare }] : await resolve(bare).catch(() => []);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) {
      throw new RunFailure("repository_access", `${host} does not resolve to public addresses alone`);
    }
    if (isIP(bare)) return {};
    const address = isIP(first.address) === 6 ? `[${first.address}]` : first.address;
    return { "http.curloptResolve": `${bare}:${port || "443"}:${address}` };
  }

  return {
    nameOf(text) {
      const last = allowed(text)?.pathname.split("/").at(-1) ?? "";
      const name = last.replace(/\.git$/, "");
      return /^\.*$/.test(name) ? undefined : name;
    },
    async access(text) {
      const url = allowed(text);
      if (!url) return undefined;
      const credential = gitRemotes[url.host];
      return { config: { ...carefulConfig, ...(await pinned(url)), ...config }, credential };
    },
  };
}
