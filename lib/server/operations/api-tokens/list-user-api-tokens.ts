import { listUserApiTokens } from "@/lib/contract/dashboard/api-tokens/list-user-api-tokens";
import { systemClock } from "@/lib/core/clock";
import { activeApiTokens } from "@/lib/server/db/api-tokens";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { apiTokenBody } from "./api-token-body";

export const listUserApiTokensOperation = implementOperation(listUserApiTokens, async () => {
  const rows = await activeApiTokens(await dashboardStore(), new Date(systemClock.now()));
  return {
    tokens: rows.map(({ token, email }) => ({ ...apiTokenBody(token), user: { id: token.userId, email } })),
  };
});
