import { putMember } from "@/lib/contract/admin/namespaces/put-member";
import { callPath } from "@/lib/contract/client-path";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import type { ResponseOf } from "@/lib/contract/operation";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { CredentialsMissingError, UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SigningApp } from "./app-jwt";
import type { DashboardApp } from "./dashboard-app";
import { asApp, findInstallation, installInto } from "./installations";
import { memberBody } from "./member-body";

/** Source of the app: created on the embedded service, which also registers the users, or configured. */
export type AppSource = { own: DashboardApp } | { configured: SigningApp };

type MintedToken = ResponseOf<typeof createInstallationUserToken>;

/** A personal namespace has no members to add the user to; the service checks whether it is theirs. */
function ignoreNoTeam(error: unknown): void {
  if (!(error instanceof UpstreamError) || error.code !== "not_a_team") throw error;
}

/**
 * Mints tokens for users in a namespace. Recreates the app once if the embedded service no longer has it. Throws
 * {@link CredentialsMissingError} if the user has no access.
 */
export function createMinter(service: Service, source: AppSource) {
  async function installationOf(owner: string): Promise<{ app: SigningApp; id: string }> {
    const app = "own" in source ? await source.own.in(owner) : source.configured;
    const found = await findInstallation(service, app, owner);
    const installation = found ?? ("own" in source ? await installInto(service, app, owner) : undefined);
    if (!installation || installation.suspendedAt !== undefined) {
      const what = installation ? "is suspended" : "is not installed";
      throw new CredentialsMissingError(
        `The dashboard's app ${what} in ${owner}, so requests can't be made on behalf of users.`,
        403,
      );
    }
    return { app, id: installation.id };
  }

  async function registerMember({ user }: Acting, owner: string): Promise<void> {
    const params = { namespaceSlug: owner, email: user.email };
    const body = await memberBody(service, user);
    await callWith(service, putMember, { path: callPath(putMember, params), body });
  }

  async function mintOnce(acting: Acting, owner: string): Promise<MintedToken> {
    const { app, id } = await installationOf(owner);
    if ("own" in source) await registerMember(acting, owner).catch(ignoreNoTeam).catch(rejectedAt("member"));
    const path = callPath(createInstallationUserToken, { installationId: id });
    const body = { userEmail: acting.user.email };
    return callWith(asApp(service, app), createInstallationUserToken, { path, body }).catch(rejectedAt("token"));

    function rejectedAt(step: "member" | "token") {
      return (error: unknown): never => {
        const isRejected = error instanceof UpstreamError && (error.status === 403 || error.status === 409);
        if (!isRejected) throw error;
        const why = step === "member" ? error.message : `${acting.user.email} is not a member of ${owner}`;
        throw new CredentialsMissingError(`You don't have access to ${owner}: ${why}.`, 403);
      };
    }
  }

  return async function mint(acting: Acting, owner: string): Promise<MintedToken> {
    try {
      return await mintOnce(acting, owner);
    } catch (error) {
      if (!("own" in source) || !(error instanceof UpstreamError) || error.status !== 401) throw error;
      source.own.forget();
      return mintOnce(acting, owner);
    }
  };
}
