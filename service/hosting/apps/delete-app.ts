import { and, eq, isNull } from "drizzle-orm";
import { deleteApp } from "@/lib/contract/admin/apps/delete-app";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { appSigningKeys, apps, installations } from "../../core/store/tables/apps";
import { findApp } from "../access/app-access";
import { endInstallations } from "../installations/end-installations";
import { cancelDeliveries } from "../webhooks/record-event";

/** Also ends the app's installations and tokens. The row remains, because past actions reference it. */
export const deleteAppOperation = implement(deleteApp, async ({ params }, context) => {
  const found = await findApp(context, params.appId);
  if (!found) throw apiError.agents(404, "app_not_found", "App not found");
  const { id, isSystem } = found.app;
  if (isSystem) throw apiError.agents(403, "role_forbidden", "The dashboard's app can't be deleted");
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await tx.update(apps).set({ deletedAt: now, updatedAt: now, webhookUrl: "" }).where(eq(apps.id, id));
    await tx.delete(appSigningKeys).where(eq(appSigningKeys.appId, id));
    const open = await tx
      .select({ id: installations.id })
      .from(installations)
      .where(and(eq(installations.appId, id), isNull(installations.deletedAt)));
    await endInstallations(
      tx,
      context,
      open.map((row) => row.id),
    );
    await cancelDeliveries(tx, id);
  });
  return { id };
});
