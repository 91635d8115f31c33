import { and, eq } from "drizzle-orm";
import { revokeAppSigningKey } from "@/lib/contract/hosting/revoke-app-signing-key";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys, apps } from "../../core/store/tables/apps";
import { requireApp } from "../access/app-access";

/** JWTs signed with the key stop working immediately. */
export const revokeAppSigningKeyOperation = implement(revokeAppSigningKey, async ({ principal, params }, context) => {
  const { app } = await requireApp(context, principal, params.appId, "admin");
  await context.db.transaction(async (tx) => {
    await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, app.id)).for("update");
    const held = await tx
      .select({ kid: appSigningKeys.kid })
      .from(appSigningKeys)
      .where(eq(appSigningKeys.appId, app.id));
    if (!held.some(({ kid }) => kid === params.kid)) throw apiError.repohost("NotFound", "Signing key not found");
    if (held.length === 1)
      throw apiError.repohost("FailedPrecondition", "The last active key of an app can't be revoked");
    await tx.delete(appSigningKeys).where(and(eq(appSigningKeys.appId, app.id), eq(appSigningKeys.kid, params.kid)));
  });
  return undefined;
});
