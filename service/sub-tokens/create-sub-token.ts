import { and, eq, lte, sql } from "drizzle-orm";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { isoTime } from "@/lib/core/clock";
import { keyHash } from "../core/api-key";
import { apiError } from "../core/http/api-error";
import { presentedKey } from "../core/http/credentials";
import { implement } from "../core/http/implement";
import { subTokenPrefix } from "../core/principal";
import { subTokens } from "../core/store/tables/account";
import { users } from "../core/store/tables/users";

export const workerTokenLifetimeMs = 3_600_000;

const notAllowed = (message: string) => apiError.agents(403, "service_account_required", message);

/** Mints a one-hour token that lets a worker act as an active member of the key's team. Only its hash is stored. */
export const createSubTokenOperation = implement(createSubToken, async ({ body, principal, request }, context) => {
  const { db, clock, ids } = context;
  if (principal.kind !== "serviceAccount") throw notAllowed("Minting worker tokens requires a service-account key");
  if (!principal.agentScoped) throw notAllowed("The service-account key must be agent-scoped");
  if (principal.repositoryIds) throw notAllowed("A repo-scoped key can't mint worker tokens, which act as a member");
  if (presentedKey(request.headers.get("authorization"))?.scheme !== "bearer") {
    throw notAllowed("Send the service-account key as a Bearer token");
  }
  const { forUserEmail, forUserId } = body;
  const matchesUser =
    forUserEmail === undefined
      ? eq(sql`${users.id}::bigint`, forUserId ?? 0)
      : eq(sql`lower(${users.email})`, forUserEmail.toLowerCase());
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(matchesUser, eq(users.teamId, principal.teamId), eq(users.isActive, true)));
  if (!user) throw apiError.agents(404, "user_not_found", "User not found or not an active member of the team");

  const now = clock.now();
  const expiresAt = now + workerTokenLifetimeMs;
  const accessToken = ids.secret(subTokenPrefix);
  await db.delete(subTokens).where(lte(subTokens.expiresAt, now));
  await db.insert(subTokens).values({
    hash: keyHash(accessToken),
    userId: user.id,
    teamId: principal.teamId,
    keyId: principal.keyId,
    createdAt: now,
    expiresAt,
  });
  return { accessToken, expiresAt: isoTime(expiresAt), userId: user.id, teamId: principal.teamId };
});
