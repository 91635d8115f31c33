import { and, eq, sql } from "drizzle-orm";
import { createInstallationUserToken } from "@/lib/contract/hosting/create-installation-user-token";
import { userTokensScope } from "@/lib/contract/hosting/scope";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { users } from "../../core/store/tables/people";
import { findInstallation } from "./installation-row";
import { mintToken } from "./installation-token";
import { readTokenLimits } from "./token-limits";

const wellFormedId = /^user_[a-z2-7]{26}$/;
const wellFormedEmail = /^[^\s@]+@[^\s@]+$/;

/** Finds the active user by id or email. Throws InvalidArgument unless exactly one of them is given and valid. */
async function findUser(
  { db }: Pick<Context, "db">,
  given: { userId?: string | undefined; userEmail?: string | undefined },
) {
  const { userId, userEmail } = given;
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

/** Creates a token for an app to act on behalf of a member, limited to what both can do. Unknown users and non-members get * the same error. */
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
    const limits = await readTokenLimits(context, found, body);
    const isMember = user && (user.teamId === found.namespace.teamId || user.id === found.namespace.userId);
    if (!user || !isMember) {
      throw apiError.repohost("PermissionDenied", `The user isn't an eligible member (${userTokensScope})`);
    }
    return mintToken(context, principal, { installationId: found.installation.id, userId: user.id, ...limits });
  },
);
