import { and, eq, sql } from "drizzle-orm";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import { userTokensScope } from "@/lib/contract/hosting/scope";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { users } from "../../core/store/tables/users";
import { includes, type Permission } from "../access/namespace-access";
import { repositoryPermission } from "../access/repository-access";
import { findInstallation } from "./installation-row";
import { grantedPrincipal, mintToken, type TokenGrant } from "./installation-token";
import { readTokenLimits } from "./token-limits";

const wellFormedId = /^user_[a-z2-7]{26}$/;
const wellFormedEmail = /^[^\s@]+@[^\s@]+$/;

/** Finds the active user by id or email. Throws InvalidArgument unless exactly one of them is given and valid. */
async function findUser(
  { db }: Pick<Context, "db">,
  target: { userId?: string | undefined; userEmail?: string | undefined },
) {
  const { userId, userEmail } = target;
  if ((userId === undefined) === (userEmail === undefined)) {
    throw apiError.repohost("InvalidArgument", "Set exactly one of userId and userEmail", "userId");
  }
  if (userId !== undefined && !wellFormedId.test(userId)) {
    throw apiError.repohost("InvalidArgument", "invalid userId", "userId");
  }
  if (userEmail !== undefined && !wellFormedEmail.test(userEmail.trim())) {
    throw apiError.repohost("InvalidArgument", "invalid userEmail", "userEmail");
  }
  const named =
    userId === undefined
      ? eq(sql`lower(${users.email})`, (userEmail ?? "").trim().toLowerCase())
      : eq(users.actorId, userId);
  const [user] = await db
    .select({ id: users.id, teamId: users.teamId })
    .from(users)
    .where(and(named, eq(users.isActive, true)));
  return user;
}

/** The permission a member needs for what a scope allows; `undefined` for a scope that only apps can use. */
function permissionFor(scope: string): Permission | undefined {
  if (scope === "repository:checks:write") return undefined;
  if (/:(?:settings|rulesets):write$/.test(scope)) return "admin";
  return scope.endsWith(":write") && scope !== "repository:pull_requests:reviews:write" ? "write" : "read";
}

/**
 * Throws PermissionDenied unless the member has what every scope requires on every repository. Tokens limited to only one
 * of the two are checked on each use (contract, section 2.5).
 */
async function requireMemberAccess(context: Pick<Context, "db">, grant: TokenGrant): Promise<void> {
  const { userId = null, scopes, repositoryIds } = grant;
  const principal = scopes && repositoryIds && (await grantedPrincipal(context, { ...grant, userId }));
  if (!principal) return;
  for (const [index, id] of repositoryIds.entries()) {
    const held = await repositoryPermission(context, principal, id);
    const missing = scopes.find((scope) => {
      const needed = permissionFor(scope);
      return needed === undefined || !includes(held, needed);
    });
    if (missing === undefined) continue;
    const message = `The user doesn't have ${missing} on repositoryIds[${index}]`;
    throw apiError.repohost("PermissionDenied", message, `repositoryIds.${index}`);
  }
}

/**
 * Creates a token for an app to act on behalf of a member, limited to what both can do. Unknown users and non-members get
 * the same error.
 */
export const createInstallationUserTokenOperation = implement(
  createInstallationUserToken,
  async ({ principal, params, body }, context) => {
    const found = await findInstallation(context.db, params.installationId);
    if (principal.kind !== "app" || found?.app.id !== principal.appId || found.installation.suspendedAt !== null) {
      throw apiError.repohost("Unauthenticated", "Active installation not found for this app");
    }
    const granted = found.installation.scopes ?? found.app.defaultScopes;
    if (!granted.includes(userTokensScope)) {
      throw apiError.repohost("PermissionDenied", `The installation lacks the ${userTokensScope} scope`);
    }
    const user = await findUser(context, body);
    const limits = await readTokenLimits(context, found, body, "PermissionDenied");
    const isMember = user && (user.teamId === found.namespace.teamId || user.id === found.namespace.userId);
    if (!user || !isMember) {
      throw apiError.repohost("PermissionDenied", `The user isn't an eligible member (${userTokensScope})`);
    }
    const grant = { installationId: found.installation.id, userId: user.id, ...limits };
    await requireMemberAccess(context, grant);
    return mintToken(context, principal, grant);
  },
);
