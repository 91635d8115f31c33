import { eq } from "drizzle-orm";
import { updateAppDelivery } from "@/lib/contract/admin/webhooks/update-app-delivery";
import { isoTime } from "@/lib/core/clock";
import { implement } from "../../core/http/implement";
import { notify } from "../../core/store/notifications";
import { apps } from "../../core/store/tables/apps";
import { requireAnyApp } from "./require-any-app";

/** Pauses or resumes an app's deliveries. Events that occur while paused are sent after resuming. */
export const updateAppDeliveryOperation = implement(updateAppDelivery, async ({ params, body }, context) => {
  const app = await requireAnyApp(context, params.appId);
  const pausedAt = body.paused ? (app.webhookPausedAt ?? context.clock.now()) : null;
  await context.db.transaction(async (tx) => {
    await tx.update(apps).set({ webhookPausedAt: pausedAt }).where(eq(apps.id, app.id));
    await notify(tx, "webhook", "due");
  });
  return pausedAt === null ? {} : { pausedAt: isoTime(pausedAt) };
});
