import { eq } from "drizzle-orm";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { withReads } from "@/lib/contract/hosting/scope";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { apps } from "../../core/store/tables/apps";
import { appBody, requireApp } from "../access/app-access";
import { cancelDeliveries } from "../webhooks/record-event";

/** Omitted settings are unchanged; lists are replaced as a whole. */
export const updateAppOperation = implement(updateApp, async ({ principal, params, body }, context) => {
  const { app, namespace } = await requireApp(context, principal, params.appId, "admin");
  const { displayName, webhookUrl, description, websiteUrl, events, installationRedirectUris, defaultScopes } = body;
  const values = {
    ...(displayName === undefined ? {} : { displayName: displayName.trim() }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(description === undefined ? {} : { description }),
    ...(websiteUrl === undefined ? {} : { websiteUrl }),
    ...events,
    ...installationRedirectUris,
    ...(defaultScopes && { defaultScopes: withReads(defaultScopes.scopes) }),
  };
  if (Object.keys(values).length === 0) {
    throw apiError.repohost("InvalidArgument", "Set at least one field");
  }
  const row = await context.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(apps)
      .set({ ...values, updatedAt: context.clock.now() })
      .where(eq(apps.id, app.id))
      .returning();
    if (webhookUrl === "") await cancelDeliveries(tx, app.id);
    return changed;
  });
  return appBody({ app: row ?? app, namespace });
});
