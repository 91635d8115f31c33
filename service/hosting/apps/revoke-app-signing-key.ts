import { and, eq } from "drizzle-orm";
import { revokeAppSigningKey } from "@/lib/contract/hosting/apps/revoke-app-signing-key";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys } from "../../core/store/tables/apps";
import { requireApp } from "../access/app-access";
import { lockSigningKeys } from "./active-signing-keys";

/** JWTs signed with the key stop working immediately. */
export const revokeAppSigningKeyOperation = implement(revokeAppSigningKey, async ({ principal, params }, context) => {
  const { app } = await requireApp(context, principal, params.appId, "admin");
  await context.db.transaction(async (tx) => {
    const held = await lockSigningKeys(tx, app.id);
    if (!held.has(params.kid)) throw apiError.repohost("NotFound", "Signing key not found");
    if (held.size === 1)
      throw apiError.repohost("FailedPrecondition", "The last active key of an app can't be revoked");
    await tx.delete(appSigningKeys).where(and(eq(appSigningKeys.appId, app.id), eq(appSigningKeys.kid, params.kid)));
  });
  return undefined;
});
