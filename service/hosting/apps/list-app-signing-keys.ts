import { asc, eq } from "drizzle-orm";
import { listAppSigningKeys } from "@/lib/contract/admin/apps/list-app-signing-keys";
import { isoTime } from "@/lib/core/clock";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys } from "../../core/store/tables/apps";
import { findApp } from "../access/app-access";

export const listAppSigningKeysOperation = implement(listAppSigningKeys, async ({ params }, context) => {
  const found = await findApp(context, params.appId);
  if (!found) throw apiError.agents(404, "app_not_found", "App not found");
  const rows = await context.db
    .select()
    .from(appSigningKeys)
    .where(eq(appSigningKeys.appId, found.app.id))
    .orderBy(asc(appSigningKeys.createdAt), asc(appSigningKeys.kid));
  return { keys: rows.map(({ kid, createdAt }) => ({ kid, createdAt: isoTime(createdAt) })) };
});
