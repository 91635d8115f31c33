import { addAppSigningKey } from "@/lib/contract/hosting/apps/add-app-signing-key";
import { isoTime } from "@/lib/core/clock";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys } from "../../core/store/tables/apps";
import { requireApp } from "../access/app-access";
import { readPublicKey } from "../signing/public-key";
import { lockSigningKeys } from "./active-signing-keys";

export const maxSigningKeys = 10;

export const addAppSigningKeyOperation = implement(addAppSigningKey, async ({ principal, params, body }, context) => {
  const { app } = await requireApp(context, principal, params.appId, "admin");
  const key = readPublicKey(body.publicKey);
  const createdAt = context.clock.now();
  await context.db.transaction(async (tx) => {
    const held = await lockSigningKeys(tx, app.id);
    if (held.has(key.kid)) {
      throw apiError.repohost("AlreadyExists", "The app already has this key");
    }
    if (held.size >= maxSigningKeys) {
      throw apiError.repohost(
        "FailedPrecondition",
        `An app can have at most ${maxSigningKeys} active keys. Revoke one first.`,
      );
    }
    await tx.insert(appSigningKeys).values({ appId: app.id, ...key, createdAt });
  });
  return { kid: key.kid, createdAt: isoTime(createdAt) };
});
