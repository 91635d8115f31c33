import { createApp } from "@/lib/contract/hosting/apps/create-app";
import { withReads } from "@/lib/contract/hosting/scope";
import { implement } from "../../core/http/implement";
import { appSigningKeys, apps } from "../../core/store/tables/apps";
import { appBody } from "../access/app-access";
import { requireEligible } from "../access/eligibility";
import { requireNamespace } from "../access/namespace-access";
import { readPublicKey } from "../signing/public-key";

/** Stores an app with its first key. Apps are private: only their namespace's members can see them. */
export const createAppOperation = implement(createApp, async ({ principal, params, body }, context) => {
  const namespace = await requireNamespace(context, principal, params.namespaceSlug, "admin");
  const key = readPublicKey(body.publicKey);
  requireEligible(namespace);
  const now = context.clock.now();
  const app = await context.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(apps)
      .values({
        id: context.ids.typed("app"),
        namespaceId: namespace.id,
        displayName: body.displayName.trim(),
        description: body.description ?? "",
        websiteUrl: body.websiteUrl ?? "",
        webhookUrl: body.webhookUrl ?? "",
        events: body.events ?? [],
        installationRedirectUris: body.installationRedirectUris ?? [],
        defaultScopes: withReads(body.defaultScopes ?? []),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("app insert returned no row");
    await tx.insert(appSigningKeys).values({ appId: row.id, ...key, createdAt: now });
    return row;
  });
  return appBody({ app, namespace });
});
