import "server-only";
import { callPath } from "@/lib/contract/client-path";
import { getRepo } from "@/lib/contract/hosting/get-repo";
import { RecentMap } from "@/lib/core/recent-map";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { type AppSource, createMinter } from "./mint-token";

export interface UserTokens {
  /** A token that identifies the acting user. Throws {@link CredentialsMissingError} when none can be minted. */
  tokenFor(acting: Acting): Promise<string>;
  /** Call when the service rejected a token; the next call mints a new one. */
  rejected(acting: Acting): void;
}

interface CachedToken {
  /** The role and name registered with the service. */
  registeredAs: string;
  token: Promise<string>;
  until: number;
}

/** A token isn't used in its last minute, so it is still valid when the request arrives. */
const marginMs = 60_000;
const maxCached = 1_000;
const maxOwners = 10_000;

/**
 * Short-lived tokens of the users who are signed in, minted by the dashboard's app, one for each user and namespace. They
 * stay in this process and are reused until shortly before they expire.
 */
export function createUserTokens(service: Service, source: AppSource): UserTokens {
  const cache = new RecentMap<string, CachedToken>(maxCached);
  const owners = new RecentMap<string, string>(maxOwners);
  const mint = createMinter(service, source);

  async function ownerOf({ ownerSlug, repoName }: Acting): Promise<string> {
    if (ownerSlug !== "_" || repoName === undefined) return ownerSlug;
    const known = owners.get(repoName);
    if (known !== undefined) return known;
    const { owner } = await callWith(service, getRepo, { path: callPath(getRepo, { ownerSlug, repoName }) });
    owners.set(repoName, owner.slug);
    return owner.slug;
  }

  const keyOf = ({ person }: Acting, owner: string) => `${owner.toLowerCase()} ${person.email.toLowerCase()}`;

  return {
    async tokenFor(acting) {
      const owner = await ownerOf(acting);
      const key = keyOf(acting, owner);
      const registeredAs = `${acting.person.role} ${acting.person.name}`;
      const known = cache.get(key);
      // A user whose role or name changed is registered with the service again.
      if (known?.registeredAs === registeredAs && known.until > service.clock.now()) return known.token;
      // Calls made while it is being minted share it.
      const entry: CachedToken = {
        registeredAs,
        until: Number.POSITIVE_INFINITY,
        token: mint(acting, owner).then((minted) => {
          entry.until = Date.parse(minted.expiresAt) - marginMs;
          return minted.token;
        }),
      };
      cache.set(key, entry);
      try {
        return await entry.token;
      } catch (error) {
        if (cache.get(key) === entry) cache.delete(key);
        throw error;
      }
    },
    rejected(acting) {
      const owner = acting.ownerSlug === "_" ? owners.get(acting.repoName ?? "") : acting.ownerSlug;
      if (owner !== undefined) cache.delete(keyOf(acting, owner));
    },
  };
}
