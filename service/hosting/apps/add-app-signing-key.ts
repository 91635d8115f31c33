import { eq } from "drizzle-orm";
import { addAppSigningKey } from "@/lib/contract/hosting/add-app-signing-key";
import { isoTime } from "@/lib/core/clock";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys, apps } from "../../core/store/tables/apps";
import { requireApp } from "../access/app-access";
import { readPublicKey } from "../signing/public-key";

const maxKeys = 10;

export const addAppSigningKeyOperation = implement(addAppSigningKey, async ({ principal, params, body }, context) => {
  const { app } = await requireApp(context, principal, params.appId, "admin");
  const key = readPublicKey(body.publicKey);
  const createdAt = context.clock.now();
  await context.db.transaction(async (tx) => {
    // Count keys under the app's row lock, so that concurrent requests can't exceed the limit.
    await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, app.id)).for("update");
    const held = await tx
      .select({ kid: appSigningKeys.kid })
      .from(appSigningKeys)
      .where(eq(appSigningKeys.appId, app.id));
    if (held.some(({ kid }) => kid === key.kid)) {
      throw apiError.repohost("AlreadyExists", "The app already has this key");
    }
    if (held.length >= maxKeys) {
      throw apiError.repohost(
        "FailedPrecondition",
        `An app can have at most ${maxKeys} active keys. Revoke one first.`,
      );
    }
    await tx.insert(appSigningKeys).values({ appId: app.id, ...key, createdAt });
  });
  return { kid: key.kid, createdAt: isoTime(createdAt) };
});
