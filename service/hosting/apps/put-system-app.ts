import { and, eq, isNull, sql } from "drizzle-orm";
import { putSystemApp } from "@/lib/contract/admin/apps/put-system-app";
import { withReads } from "@/lib/contract/hosting/scope";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys, apps } from "../../core/store/tables/apps";
import { namespaces } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { type AppRow, appBody } from "../access/app-access";
import { findNamespace } from "../access/namespace-access";
import { readPublicKey } from "../signing/public-key";

async function findByKey(tx: Transaction, kid: string): Promise<AppRow | undefined> {
  const [found] = await tx
    .select({ app: apps })
    .from(apps)
    .innerJoin(appSigningKeys, eq(appSigningKeys.appId, apps.id))
    .where(and(eq(appSigningKeys.kid, kid), apps.isSystem, isNull(apps.deletedAt)));
  return found?.app;
}

/** Creates a system app with its only key, or updates the system app that has the key, in any namespace. */
export const putSystemAppOperation = implement(putSystemApp, async ({ params, body }, context) => {
  const requested = await findNamespace(context, params.namespaceSlug);
  if (!requested) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
  const { publicKey, displayName, description, defaultScopes, webhookUrl, events } = body;
  const key = readPublicKey(publicKey);
  const now = context.clock.now();
  const values = {
    displayName: displayName.trim(),
    description,
    defaultScopes: withReads(defaultScopes),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(events === undefined ? {} : { events }),
    updatedAt: now,
  };
  return context.db.transaction(async (tx) => {
    // Serialized, so that a key never gets two apps.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key.kid}, 0))`);
    const known = await findByKey(tx, key.kid);
    const unset = {
      namespaceId: requested.id,
      websiteUrl: "",
      webhookUrl: "",
      events: [],
      installationRedirectUris: [],
    };
    const [app] = known
      ? await tx.update(apps).set(values).where(eq(apps.id, known.id)).returning()
      : await tx
          .insert(apps)
          .values({ ...unset, ...values, id: context.ids.typed("app"), isSystem: true, createdAt: now })
          .returning();
    if (!app) throw new Error("the system app was not stored");
    if (!known) await tx.insert(appSigningKeys).values({ appId: app.id, ...key, createdAt: now });
    const [namespace = requested] = await tx.select().from(namespaces).where(eq(namespaces.id, app.namespaceId));
    return appBody({ app, namespace });
  });
});
