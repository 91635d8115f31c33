import { desc, eq } from "drizzle-orm";
import { getAppDelivery } from "@/lib/contract/admin/webhooks/get-app-delivery";
import { isoTime } from "@/lib/core/clock";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { webhookAttempts, webhookDeliveries, webhookEvents } from "../../core/store/tables/webhooks";
import { createMessage } from "./attempt-delivery";
import { appDeliveryBody, selectDeliveries } from "./delivery-row";
import { requireAnyApp } from "./require-any-app";

export const getAppDeliveryOperation = implement(getAppDelivery, async ({ params }, context) => {
  const { id: appId } = await requireAnyApp(context, params.appId);
  const { deliveryId } = params;
  const [found] = await selectDeliveries(context, appId, eq(webhookDeliveries.id, deliveryId));
  const [event] = found
    ? await context.db.select().from(webhookEvents).where(eq(webhookEvents.id, found.delivery.eventId))
    : [];
  if (!found || !event) throw apiError.agents(404, "delivery_not_found", "Delivery not found");
  const attempts = await context.db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, deliveryId))
    .orderBy(desc(webhookAttempts.attemptedAt), desc(webhookAttempts.id));
  return {
    delivery: appDeliveryBody(found),
    requestBody: JSON.stringify(createMessage(found.delivery, event)),
    attempts: attempts.map(({ deliveryId: _delivery, statusCode, attemptedAt, ...attempt }) => ({
      ...attempt,
      ...(statusCode === null ? {} : { responseStatusCode: statusCode }),
      attemptedAt: isoTime(attemptedAt),
    })),
  };
});
