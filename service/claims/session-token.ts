import { eq } from "drizzle-orm";
import { isoTime } from "@/lib/core/clock";
import { keyHash } from "../core/api-key";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { sessionTokenPrefix } from "../core/principal";
import { sessionTokens } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import type { ServiceAccount } from "../pools/service-account";

export const sessionTokenLifetimeMs = 7 * 24 * 3_600_000;

/** Throws 403 for keys that can't mint session tokens. */
export function requireAgentScope({ agentScoped }: ServiceAccount): void {
  if (!agentScoped) {
    throw apiError.agents(403, "role_forbidden", "Minting session tokens requires an agent-scoped service-account key");
  }
}

/** Mints a token for one claim, valid for seven days. Only its hash is stored. */
export async function mintSessionToken(
  tx: Transaction,
  { clock, ids }: Pick<Context, "clock" | "ids">,
  principal: ServiceAccount,
  claim: { agentId: string; claimId: string },
): Promise<{ token: string; expiresAt: string }> {
  requireAgentScope(principal);
  const now = clock.now();
  const token = ids.secret(sessionTokenPrefix);
  const expiresAt = now + sessionTokenLifetimeMs;
  await tx
    .insert(sessionTokens)
    .values({ hash: keyHash(token), ...claim, keyId: principal.keyId, createdAt: now, expiresAt });
  return { token, expiresAt: isoTime(expiresAt) };
}

/** Revokes the session tokens of an agent's claim. */
export async function endSessionTokens(tx: Transaction, agentId: string): Promise<void> {
  await tx.delete(sessionTokens).where(eq(sessionTokens.agentId, agentId));
}
