import { expect, it } from "vitest";
import { getAppDelivery } from "@/lib/contract/admin/webhooks/get-app-delivery";
import { listAppDeliveries } from "@/lib/contract/admin/webhooks/list-app-deliveries";
import { pingApp } from "@/lib/contract/admin/webhooks/ping-app";
import { redeliverAppDeliveries } from "@/lib/contract/admin/webhooks/redeliver-app-deliveries";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { dropConnection } from "../../testing/drop-connection";
import { listeningApp } from "./testing/listening-app";
import { addListener } from "./testing/webhook-fixture";

const on = listeningApp(new FakeClock({ running: true }));
const admin = () => ({ key: on.hosted.test.keys.admin });
const params = () => ({ appId: on.listener.app.id });

it("shows admins each attempt as sent, newest first", async () => {
  on.receiver.respondWith({ status: 503, headers: { "x-receiver": "busy" }, body: "<b>later</b>" });
  await on.triggerEvent();
  const request = await on.receiver.take("pull_request.label.added");
  const { deliveryId } = request;
  const failed = await on.attempted(deliveryId);
  const { deliveries } = await on.hosted.test.call(listAppDeliveries, {
    ...admin(),
    params: params(),
    query: { delivered: "false" },
  });
  expect(deliveries).toMatchObject([{ id: deliveryId, state: "pending", sendAt: expect.any(String) }]);
  on.receiver.respondWith(204);
  const { results } = await on.hosted.test.call(redeliverAppDeliveries, {
    ...admin(),
    params: params(),
    body: { deliveryIds: [deliveryId] },
  });
  expect(results).toEqual([{ deliveryId, outcome: "queued" }]);
  const again = await on.receiver.take("pull_request.label.added");
  await on.attempted(deliveryId, failed.lastAttempt?.id);
  const found = await on.hosted.test.call(getAppDelivery, { ...admin(), params: { ...params(), deliveryId } });
  expect(found).toMatchObject({ delivery: { id: deliveryId, state: "delivered" }, requestBody: request.raw });
  expect(again.raw).toBe(request.raw);
  const { url } = on.receiver;
  expect(found.attempts).toMatchObject([
    { url, trigger: "manual", responseStatusCode: 204, errorMessage: "" },
    {
      url,
      trigger: "automatic",
      responseStatusCode: 503,
      responseHeaders: { "x-receiver": "busy" },
      responseBody: "<b>later</b>",
      requestHeaders: {
        "webhook-id": deliveryId,
        "webhook-signature": request.headers["webhook-signature"],
        "webhook-timestamp": request.headers["webhook-timestamp"],
      },
    },
  ]);
});

it.each(["before", "committed"] as const)(
  "records an attempt once, even if the database disconnects (%s)",
  async (moment) => {
    const drop = dropConnection(on.hosted.test.service.database.pool, /insert into "webhook_attempts"/, moment);
    await on.triggerEvent();
    const { deliveryId } = await on.receiver.take("pull_request.label.added");
    await on.until(deliveryId, ({ deliveredAt }) => deliveredAt !== undefined);
    expect(drop.happened).toBe(true);
    // After it stops, everything is recorded.
    await on.hosted.test.restart();
    const found = await on.hosted.test.call(getAppDelivery, { ...admin(), params: { ...params(), deliveryId } });
    expect(found.delivery).toMatchObject({ state: "delivered" });
    expect(found.attempts).toHaveLength(1);
  },
);

it("pings apps with a webhook URL, and separates apps", async () => {
  const other = await addListener(on.hosted.test, on.receiver);
  const { deliveryId } = await on.receiver.take("installation.created");
  const path = `/admin/v1/apps/${on.listener.app.id}/webhook-deliveries/${deliveryId}`;
  expect(await on.hosted.test.send("GET", path, admin())).toMatchObject({
    status: 404,
    body: { error: { code: "delivery_not_found" } },
  });
  const otherApp = { ...admin(), params: { appId: other.app.id } };
  expect(await on.hosted.test.call(pingApp, { ...otherApp, body: {} })).toMatchObject({ delivered: true });
  await on.hosted.test.call(updateApp, { params: otherApp.params, body: { webhookUrl: "" } });
  for (const end of ["webhook-pings", "webhook-deliveries:batchRedeliver"]) {
    const at = `/admin/v1/apps/${other.app.id}/${end}`;
    const body = { deliveryIds: [deliveryId] };
    expect((await on.hosted.test.send("POST", at, { ...admin(), body })).status).toBe(409);
    expect((await on.hosted.test.send("POST", at, { key: on.hosted.test.keys.user, body })).status).toBe(403);
  }
});
