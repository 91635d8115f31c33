import "server-only";
import { createApiToken } from "@/lib/contract/dashboard/api-tokens/create-api-token";
import type { Clock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { hashApiToken, newApiToken } from "@/lib/server/auth/api-token";
import { findLinkRecipient } from "@/lib/server/auth/mint-link";
import { insertApiToken } from "@/lib/server/db/api-tokens";
import { recordAudit } from "@/lib/server/db/audit";
import type { Store } from "@/lib/server/db/store";
import { auditTrail } from "@/lib/server/gateway/audit-trail";

const lifetimeMs = 30 * 86_400_000;

/** Creates an API token with the operator role for the first admin, who is created when there are no users yet. */
export async function mintLocalToken(store: Store, { clock, name }: { clock: Clock; name: string }): Promise<string> {
  const createdAt = new Date(clock.now());
  const user = await findLinkRecipient(store, undefined, createdAt);
  const token = newApiToken();
  const id = systemIds.uuid();
  const call = {
    match: { operation: createApiToken, params: {} },
    user,
    path: createApiToken.path,
    requestId: systemIds.uuid(),
    detail: { source: "command line" },
  };
  const audited = auditTrail(call, clock, (entry) => recordAudit(store, entry));
  await audited.intent();
  const stored = await insertApiToken(store, {
    id,
    userId: user.id,
    name: name.slice(0, 100),
    tokenHash: hashApiToken(token),
    role: "operator",
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  if (!stored) throw new Error(`${user.email} has too many API tokens. Revoke one in Settings → API tokens.`);
  await audited.outcome(
    { status: createApiToken.success, response: Response.json({}) },
    { tokenId: id, tokenName: name },
  );
  return token;
}
