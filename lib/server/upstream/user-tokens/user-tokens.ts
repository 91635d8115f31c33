import "server-only";
import { callPath } from "@/lib/contract/client-path";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { RecentMap } from "@/lib/core/recent-map";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { type AppSource, createMinter } from "./mint-token";
import { TokenCache } from "./token-cache";

/** A user and the namespace or repository that a call is about. */
type ActingInNamespace = Acting & { ownerSlug: string };

export interface UserTokens {
  /** A token that identifies the acting user. Throws {@link CredentialsMissingError} when none can be minted. */
  tokenFor(acting: ActingInNamespace): Promise<string>;
  /** Call when the service rejected a token; the next call mints a new one. */
  rejected(acting: ActingInNamespace): void;
}

const maxOwners = 10_000;

/** Tokens of users for the hosting API, minted by the dashboard's app, one for each user and namespace. */
export function createUserTokens(service: Service, source: AppSource): UserTokens {
  const tokens = new TokenCache(service.clock);
  const owners = new RecentMap<string, string>(maxOwners);
  const mint = createMinter(service, source);

  async function ownerOf({ ownerSlug, repoName }: ActingInNamespace): Promise<string> {
    if (ownerSlug !== "_" || repoName === undefined) return ownerSlug;
    const known = owners.get(repoName);
    if (known !== undefined) return known;
    const { owner } = await callWith(service, getRepo, { path: callPath(getRepo, { ownerSlug, repoName }) });
    owners.set(repoName, owner.slug);
    return owner.slug;
  }

  return {
    async tokenFor(acting) {
      const owner = await ownerOf(acting);
      return tokens.get(acting.user, owner, () => mint(acting, owner));
    },
    rejected({ user, ownerSlug, repoName = "" }) {
      const owner = ownerSlug === "_" ? owners.get(repoName) : ownerSlug;
      if (owner !== undefined) tokens.delete(user, owner);
    },
  };
}
