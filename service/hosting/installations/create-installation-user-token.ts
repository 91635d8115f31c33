import { and, eq, sql } from "drizzle-orm";
import { createInstallationUserToken } from "@/lib/contract/hosting/create-installation-user-token";
import { userTokensScope } from "@/lib/contract/hosting/scope";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { users } from "../../core/store/tables/people";
import { findInstallation } from "./installation-row";
import { mintToken } from "./installation-token";
import { readTokenLimits } from "./token-limits";

const wellFormedId = /^user_[a-z2-7]{26}$/;
const wellFormedEmail = /^[^\s@]+@[^\s@]+$/;

/** The active person somebody names. Throws InvalidArgument when nobody, or somebody twice, is named. */
async function personOf(
  { db }: Pick<Context, "db">,
  given: { userId?: string | undefined; userEmail?: string | undefined },
) {
  const { userId, userEmail } = given;
  if ((userId === undefined) === (userEmail === undefined)) {
    throw refuse.repohost("InvalidArgument", "Exactly one of userId and userEmail must be given", "userId");
  }
  if (userId !== undefined && !wellFormedId.test(userId)) {
    throw refuse.repohost("InvalidArgument", "userId must be the id of a user", "userId");
  }
  if (userEmail !== undefined && !wellFormedEmail.test(userEmail.trim())) {
    throw refuse.repohost("InvalidArgument", "userEmail must be an email address", "userEmail");
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

/** A token by which the app acts for a member, within what both may do. Who is no member can't be told from nobody. */
export const createInstallationUserTokenOperation = implement(
  createInstallationUserToken,
  async ({ principal, params, body }, context) => {
    const found = await findInstallation(context.db, params.installationId);
    if (principal.kind !== "app" || found?.app.id !== principal.appId || found.installation.suspendedAt !== null) {
      throw refuse.repohost("Unauthenticated", "The app has no active installation of this id");
    }
    const granted = found.installation.scopes ?? found.app.defaultScopes;
    if (!granted.includes(userTokensScope)) {
      throw refuse.repohost("PermissionDenied", `The installation was not granted ${userTokensScope}`);
    }
    const user = await personOf(context, body);
    const limits = await readTokenLimits(context, found, body);
    const isMember = user && (user.teamId === found.namespace.teamId || user.id === found.namespace.userId);
    if (!user || !isMember) {
      throw refuse.repohost("PermissionDenied", `No eligible member is that user (${userTokensScope})`);
    }
    return mintToken(context, principal, { installationId: found.installation.id, userId: user.id, ...limits });
  },
);
