import { and, desc, eq, gte, isNotNull, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import { listWebhookDeliveries } from "@/lib/contract/hosting/webhooks/list-webhook-deliveries";
import type { QueryOf } from "@/lib/contract/operation";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { pageOf, readPage, readPosition } from "../../core/http/page-token";
import { installations } from "../../core/store/tables/apps";
import { webhookDeliveries } from "../../core/store/tables/webhooks";
import { requireAppPrincipal } from "../access/app-access";
import { deliveryBody, type FoundDelivery, selectDeliveries } from "./delivery-row";

const Position = z.number().int().min(1);

/** A page of an app's deliveries, newest first. A page token is only valid with the filter it was issued for. */
export async function pageOfDeliveries(
  context: Pick<Context, "db" | "clock">,
  appId: string,
  query: QueryOf<typeof listWebhookDeliveries>,
): Promise<{ rows: readonly FoundDelivery[]; nextPageToken: string }> {
  const { delivered, eventType, installationId, createdAfter, createdBefore } = query;
  const filter = [delivered, eventType, installationId, createdAfter, createdBefore];
  const list = `deliveries ${appId} ${JSON.stringify(filter)}`;
  const page = readPage(list, query);
  const after = readPosition(page.after, Position);
  const { deliveredAt, createdAt, type, seq } = webhookDeliveries;
  const rows = await selectDeliveries(
    context,
    appId,
    and(
      delivered === undefined ? undefined : delivered === "true" ? isNotNull(deliveredAt) : isNull(deliveredAt),
      eventType ? eq(type, eventType) : undefined,
      installationId ? eq(installations.id, installationId) : undefined,
      createdAfter === undefined ? undefined : gte(createdAt, createdAfter),
      createdBefore === undefined ? undefined : lt(createdAt, createdBefore),
      after === undefined ? undefined : lt(seq, after),
    ),
  )
    .orderBy(desc(seq))
    .limit(page.size + 1);
  const { items, nextPageToken } = pageOf(list, page.size, rows, (row) => String(row.delivery.seq));
  return { rows: items, nextPageToken };
}

export const listWebhookDeliveriesOperation = implement(
  listWebhookDeliveries,
  async ({ principal, query }, context) => {
    const { appId } = requireAppPrincipal(principal);
    const { rows, nextPageToken } = await pageOfDeliveries(context, appId, query);
    return { deliveries: rows.map(deliveryBody), nextPageToken };
  },
);
