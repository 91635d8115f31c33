import type { ApiToken } from "@/lib/contract/dashboard/api-tokens/api-token";
import type { ApiTokenRow } from "@/lib/server/db/api-tokens";

/** The token as the API returns it. */
export function apiTokenBody({ id, name, role, createdAt, expiresAt, lastUsedAt, revokedAt }: ApiTokenRow): ApiToken {
  return {
    id,
    name,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
    ...(revokedAt ? { revokedAt: revokedAt.toISOString() } : {}),
  };
}
