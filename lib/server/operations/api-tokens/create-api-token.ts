import { createApiToken } from "@/lib/contract/dashboard/api-tokens/create-api-token";
import { roleAllows } from "@/lib/contract/operation";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { hashApiToken, newApiToken } from "@/lib/server/auth/api-token";
import { insertApiToken, maxApiTokens } from "@/lib/server/db/api-tokens";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { apiTokenBody } from "./api-token-body";

const dayMs = 86_400_000;

export const createApiTokenOperation = implementOperation(createApiToken, async ({ body, user, note }) => {
  if (!roleAllows(user.role, body.role)) {
    throw new OperationError({
      status: 403,
      code: "role_forbidden",
      message: `role: can't be higher than yours, which is ${user.role}.`,
      field: "role",
    });
  }
  const token = newApiToken();
  const createdAt = new Date(systemClock.now());
  const row = {
    id: systemIds.uuid(),
    userId: user.id,
    name: body.name,
    tokenHash: hashApiToken(token),
    role: body.role,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + body.expiresInDays * dayMs),
  };
  if (!(await insertApiToken(await dashboardStore(), row))) {
    throw new OperationError({
      status: 409,
      code: "too_many_tokens",
      message: `You have ${maxApiTokens} API tokens, which is the maximum. Revoke one first.`,
    });
  }
  note({ tokenId: row.id, tokenName: row.name, tokenRole: row.role, expiresAt: row.expiresAt.toISOString() });
  return { ...apiTokenBody({ ...row, lastUsedAt: null, revokedAt: null }), token };
});
