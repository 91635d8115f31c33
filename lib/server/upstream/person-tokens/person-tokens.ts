import "server-only";
import { putMember } from "@/lib/contract/admin/put-member";
import { callPath } from "@/lib/contract/client-path";
import { createInstallationUserToken } from "@/lib/contract/hosting/create-installation-user-token";
import { getRepo } from "@/lib/contract/hosting/get-repo";
import type { ResponseOf } from "@/lib/contract/operation";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { CredentialsMissingError, UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SigningApp } from "./app-jwt";
import { asApp, findInstallation, installInto } from "./installations";
import type { OwnApp } from "./own-app";

export interface PersonTokens {
  /** A token by which the service knows who acts. Throws {@link CredentialsMissingError} where there can be none. */
  tokenFor(acting: Acting): Promise<string>;
  /** The service refused a token: the next one is asked for anew. */
  refused(acting: Acting): void;
}

/** Where the app comes from: made here for the embedded service, which also learns who the people are; or given. */
export type AppSource = { own: OwnApp } | { given: SigningApp };

interface Kept {
  /** The person as the service was told of them. */
  told: string;
  token: Promise<string>;
  until: number;
}

/** A token is not used in its last minute: what it was sent with must still be good when it arrives. */
const marginMs = 60_000;
const mostKept = 1_000;

/**
 * Short-lived tokens of the people who are signed in, minted by an app of the dashboard's, one for a person and
 * namespace. They stay in this process and are kept until shortly before they end.
 */
export function createPersonTokens(service: Service, source: AppSource): PersonTokens {
  const kept = new Map<string, Kept>();
  const owners = new Map<string, string>();

  async function ownerOf({ ownerSlug, repoName }: Acting): Promise<string> {
    if (ownerSlug !== "_") return ownerSlug;
    const known = owners.get(repoName);
    if (known !== undefined) return known;
    const { owner } = await callWith(service, getRepo, { path: callPath(getRepo, { ownerSlug, repoName }) });
    owners.set(repoName, owner.slug);
    return owner.slug;
  }

  const keyOf = ({ person }: Acting, owner: string) => `${owner.toLowerCase()} ${person.email.toLowerCase()}`;

  async function installationOf(owner: string): Promise<{ app: SigningApp; id: string }> {
    const app = "own" in source ? await source.own.in(owner) : source.given;
    const found = await findInstallation(service, app, owner);
    const installation = found ?? ("own" in source ? await installInto(service, app, owner) : undefined);
    if (!installation || installation.suspendedAt !== undefined) {
      const what = installation ? "is suspended" : "is not installed";
      throw new CredentialsMissingError(`The dashboard's app ${what} in ${owner}, so nobody can act there.`, 403);
    }
    return { app, id: installation.id };
  }

  async function introduce({ person }: Acting, owner: string): Promise<void> {
    const params = { namespaceSlug: owner, email: person.email };
    const body = { displayName: person.name, isAdmin: person.role === "admin" };
    await callWith(service, putMember, { path: callPath(putMember, params), body });
  }

  async function mint(acting: Acting, owner: string): Promise<ResponseOf<typeof createInstallationUserToken>> {
    const { app, id } = await installationOf(owner);
    if ("own" in source) await introduce(acting, owner).catch(refusedBy("member"));
    const path = callPath(createInstallationUserToken, { installationId: id });
    const body = { userEmail: acting.person.email };
    return callWith(asApp(service, app), createInstallationUserToken, { path, body }).catch(refusedBy("token"));

    function refusedBy(step: "member" | "token") {
      return (error: unknown): never => {
        const refused = error instanceof UpstreamError && (error.status === 403 || error.status === 409);
        if (!refused) throw error;
        const why = step === "member" ? error.message : `${acting.person.email} is no member of ${owner}`;
        throw new CredentialsMissingError(`You can't act in ${owner} under your own name: ${why}.`, 403);
      };
    }
  }

  /** An app that was deleted at the embedded service is made again, once. */
  async function mintOrRemake(acting: Acting, owner: string): Promise<ResponseOf<typeof createInstallationUserToken>> {
    try {
      return await mint(acting, owner);
    } catch (error) {
      if (!("own" in source) || !(error instanceof UpstreamError) || error.status !== 401) throw error;
      await source.own.forget();
      return mint(acting, owner);
    }
  }

  return {
    async tokenFor(acting) {
      const owner = await ownerOf(acting);
      const key = keyOf(acting, owner);
      const told = `${acting.person.role} ${acting.person.name}`;
      const known = kept.get(key);
      // Somebody whose role or name changed is told to the service again.
      if (known?.told === told && known.until > service.clock.now()) return known.token;
      // Whoever comes while it is being minted gets the same one.
      const entry: Kept = {
        told,
        until: Number.POSITIVE_INFINITY,
        token: mintOrRemake(acting, owner).then((minted) => {
          entry.until = Date.parse(minted.expiresAt) - marginMs;
          return minted.token;
        }),
      };
      kept.set(key, entry);
      while (kept.size > mostKept) kept.delete(kept.keys().next().value ?? "");
      try {
        return await entry.token;
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key);
        throw error;
      }
    },
    refused(acting) {
      const owner = acting.ownerSlug === "_" ? owners.get(acting.repoName) : acting.ownerSlug;
      if (owner !== undefined) kept.delete(keyOf(acting, owner));
    },
  };
}
