import { revokeApiToken } from "@/lib/contract/dashboard/api-tokens/revoke-api-token";
import { systemClock } from "@/lib/core/clock";
import { revokeToken } from "@/lib/server/db/api-tokens";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const revokeApiTokenOperation = implementOperation(revokeApiToken, async ({ params, user, note }) => {
  const owner = user.role === "admin" ? {} : { userId: user.id };
  const row = await revokeToken(await dashboardStore(), { id: params.id, ...owner }, new Date(systemClock.now()));
  if (!row) {
    throw new OperationError({ status: 404, code: "not_found", message: "API token not found.", field: "id" });
  }
  note({ tokenId: row.id, tokenName: row.name, tokenUserId: row.userId });
  return { id: row.id };
});
