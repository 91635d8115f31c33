import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "../core/context";
import type { Principal } from "../core/principal";
import { users } from "../core/store/tables/people";
import { grantedPrincipal } from "../hosting/installations/installation-token";
import { keyPrincipal } from "./authenticate";
import { findApiKeyById } from "./find-api-key";

/** The credential a link was issued to, as text that is part of the link. */
const Holder = z.union([
  z.tuple([z.literal("key"), z.string()]),
  z.tuple([z.literal("workerToken"), z.string(), z.coerce.number()]),
  z.tuple([z.literal("app"), z.string()]),
  z.tuple([z.literal("appUser"), z.string(), z.coerce.number()]),
]);

/** Names the credential that a link is issued to. */
export function linkHolder(principal: Principal): string {
  if (principal.kind === "installation") return `app:${principal.installationId}`;
  if (principal.kind === "installationUser") return `appUser:${principal.installationId}:${principal.userId}`;
  if (principal.kind === "subToken") return `workerToken:${principal.keyId}:${principal.userId}`;
  if (principal.kind === "user" || principal.kind === "serviceAccount") return `key:${principal.keyId}`;
  throw new Error(`a ${principal.kind} credential can't get links`);
}

/**
 * The current principal of a link's holder; `undefined` once the credential was revoked. A token's limits were applied when
 * the link was issued, so only the installation's permissions count here.
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
