import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import { users } from "../core/store/tables/users";
import { grantedPrincipal } from "../hosting/installations/installation-token";
import { keyPrincipal } from "./authenticate";
import { findApiKeyById } from "./find-api-key";

/** A credential that a link, a port preview or a connection was given to, as text. */
const Holder = z.union([
  z.tuple([z.literal("key"), z.string()]),
  z.tuple([z.literal("workerToken"), z.string(), z.coerce.number()]),
  z.tuple([z.literal("app"), z.string()]),
  z.tuple([z.literal("appUser"), z.string(), z.coerce.number()]),
]);

/** Names a caller's credential, so that {@link holderPrincipal} can find out later whether it still exists. */
export function holderOf(principal: Principal): string {
  if (principal.kind === "installation") return `app:${principal.installationId}`;
  if (principal.kind === "installationUser") return `appUser:${principal.installationId}:${principal.userId}`;
  if (principal.kind === "subToken") return `workerToken:${principal.keyId}:${principal.userId}`;
  if (principal.kind === "app" || principal.kind === "run") {
    throw apiError.agents(403, "role_forbidden", `A credential of kind ${principal.kind} can't do this`);
  }
  return `key:${principal.keyId}`;
}

/**
 * The current principal of a holder; `undefined` once the credential was revoked. A token may have expired meanwhile: only
 * what it was minted with counts. Its limits were applied when access was given.
 */
export async function holderPrincipal(
  context: Pick<Context, "db" | "clock">,
  holder: string,
): Promise<Principal | undefined> {
  const named = Holder.safeParse(holder.split(":"));
  if (!named.success) return undefined;
  const [kind, id, userId = null] = named.data;
  if (kind === "app" || kind === "appUser") {
    return grantedPrincipal(context, { installationId: id, userId, scopes: null, repositoryIds: null });
  }
  const key = keyPrincipal(await findApiKeyById(context.db, id), context.clock.now());
  if (kind === "key" || key?.kind !== "serviceAccount") return key;
  const { teamId, keyId, keyName, keyCreatedAt } = key;
  const [user] = await context.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId ?? 0), eq(users.teamId, teamId), eq(users.isActive, true)));
  return user && { kind: "subToken", userId: user.id, teamId, keyId, keyName, keyCreatedAt };
}
