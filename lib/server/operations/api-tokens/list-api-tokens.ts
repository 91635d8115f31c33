import { listApiTokens } from "@/lib/contract/dashboard/api-tokens/list-api-tokens";
import { apiTokensOf } from "@/lib/server/db/api-tokens";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { apiTokenBody } from "./api-token-body";

export const listApiTokensOperation = implementOperation(listApiTokens, async ({ user }) => {
  const rows = await apiTokensOf(await dashboardStore(), user.id);
  return { tokens: rows.map(apiTokenBody) };
});
