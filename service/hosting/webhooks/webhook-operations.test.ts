import { describe, expect, it } from "vitest";
import { removeInstallation } from "@/lib/contract/admin/installations/remove-installation";
import { updateInstallation } from "@/lib/contract/admin/installations/update-installation";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { setPullRequestLabels } from "@/lib/contract/hosting/labels/set-pull-request-labels";
import { batchRedeliverWebhookDeliveries } from "@/lib/contract/hosting/webhooks/batch-redeliver-webhook-deliveries";
import { listWebhookDeliveries } from "@/lib/contract/hosting/webhooks/list-webhook-deliveries";
import { pingWebhook } from "@/lib/contract/hosting/webhooks/ping-webhook";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { listeningApp } from "./testing/listening-app";
import { addListener, isSigned } from "./testing/webhook-fixture";

const clock = new FakeClock({ running: true });
const on = listeningApp(clock);
const { key, labelsOf, triggerEvent, list, redeliver, until, attempted, isOf, times } = on;

describe("pingWebhook", () => {
  it("H-HOOK-11 H-HOOK-12 H-HOOK-13 sends one signed delivery without an installation", async () => {
    const response = await on.hosted.test.call(pingWebhook, { key: key(), body: {} });
    const request = await on.receiver.take("ping");
    expect(response).toEqual({
      deliveryId: request.deliveryId,
      eventId: request.eventId,
      delivered: true,
      responseStatusCode: 204,
    });
    expect(request.headers).toMatchObject({ "webhook-event-type": "ping", "webhook-app-id": on.listener.app.id });
    expect(request.headers).not.toHaveProperty("webhook-installation-id");
    expect(JSON.parse(request.raw)).not.toHaveProperty("installationId");
    expect(request.payload).toEqual({ app: { id: on.listener.app.id, displayName: "Builder" } });
    expect(await isSigned(on.hosted.test, request)).toBe(true);
  });

  it("H-HOOK-14 H-HOOK-15 sends it once, regardless of the result, and doesn't list it", async () => {
    on.receiver.respondWith(500);
    const response = await on.hosted.test.call(pingWebhook, { key: key(), body: {} });
    expect(response).toMatchObject({ delivered: false, responseStatusCode: 500 });
    on.receiver.respondWith(204);
    clock.advance(3_600_000);
    await on.receiver.take(isOf(await triggerEvent()));
    expect(times(response.deliveryId)).toBe(1);
    expect((await list()).map(({ event }) => event.type)).not.toContain("ping");
    expect((await redeliver(response.deliveryId)).results).toEqual([
      { deliveryId: response.deliveryId, outcome: "not_found" },
    ]);
  });

  it("reports an unreachable receiver", async () => {
    const url = on.receiver.url;
    await on.receiver.close();
    const response = await on.hosted.test.call(pingWebhook, { key: key(), body: {} });
    expect(response).toMatchObject({ delivered: false, responseStatusCode: 0 });
    await on.listenAgain(Number(new URL(url).port));
  });

  it("H-HOOK-16 fails with FailedPrecondition without a webhook URL", async () => {
    await on.hosted.test.call(updateApp, { params: { appId: on.listener.app.id }, body: { webhookUrl: "" } });
    const { status, body } = await on.hosted.test.send("POST", "/v1/repohost/app/webhook/pings", {
      key: key(),
      body: {},
    });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 9 })]);
  });
});

describe("listWebhookDeliveries", () => {
  it("H-HOOK-17 lists an app's sent and pending deliveries, newest first, with the last attempt", async () => {
    on.receiver.respondWith(({ type }) => (type === "pull_request.label.added" ? 400 : 204));
    await triggerEvent();
    const { deliveryId: id, eventId } = await on.receiver.take("pull_request.label.added");
    const failed = await attempted(id);
    expect(failed).toEqual({
      id,
      event: { id: eventId, type: "pull_request.label.added" },
      installation: {
        id: on.listener.installationId,
        target: { slug: "Acme", id: expect.stringMatching(/^ns_/), type: "team" },
      },
      createdAt: expect.any(String),
      lastAttempt: {
        id: expect.stringMatching(/^wha_/),
        deliveryId: id,
        trigger: "automatic",
        responseStatusCode: 400,
        latencyMs: expect.any(Number),
        errorMessage: "",
        attemptedAt: expect.any(String),
      },
    });
    await on.hosted.test.call(setPullRequestLabels, { params: labelsOf(), body: { labels: [] } });
    const removed = await on.receiver.take("pull_request.label.removed");
    await until(removed.deliveryId, ({ deliveredAt }) => deliveredAt !== undefined);
    const all = await list();
    expect(all.map(({ id }) => id).indexOf(removed.deliveryId)).toBeLessThan(all.map(({ id }) => id).indexOf(id));
    expect((await list({ delivered: "false" })).map((each) => each.id)).toEqual([id]);
    expect((await list({ delivered: "true" })).map((each) => each.id)).not.toContain(id);
    expect((await list({ eventType: "pull_request.label.added" })).map((each) => each.id)).toEqual([id]);
    expect(await list({ installationId: "inst_none" })).toEqual([]);
    expect(await list({ createdAfter: new Date(clock.now() + 1000).toISOString() })).toEqual([]);
    expect(await list({ createdBefore: failed.createdAt, eventType: "pull_request.label.added" })).toEqual([]);
    expect((await list({ createdAfter: failed.createdAt })).map((each) => each.id)).toContain(id);
  });

  it("paginates with tokens bound to the filter, and hides other apps' deliveries", async () => {
    const name = await triggerEvent();
    await on.receiver.take(isOf(name));
    const page = await on.hosted.test.call(listWebhookDeliveries, { key: key(), query: { pageSize: "1" } });
    const { nextPageToken: pageToken } = page;
    const next = await on.hosted.test.call(listWebhookDeliveries, { key: key(), query: { pageToken } });
    expect([...page.deliveries, ...next.deliveries].map(({ event }) => event.type)).toEqual([
      "pull_request.label.added",
      "installation.created",
    ]);
    const path = `/v1/repohost/app/webhook/deliveries?delivered=true&pageToken=${pageToken}`;
    expect((await on.hosted.test.send("GET", path, { key: key() })).status).toBe(400);
    expect((await on.hosted.test.send("GET", "/v1/repohost/app/webhook/deliveries")).status).toBe(403);
    const bad = await on.hosted.test.send("GET", "/v1/repohost/app/webhook/deliveries?createdAfter=now", {
      key: key(),
    });
    expect(bad.status).toBe(400);
  });

  it("omits deliveries older than seven days or of inactive installations", async () => {
    const name = await triggerEvent();
    await on.receiver.take(isOf(name));
    const params = { installationId: on.listener.installationId };
    const suspend = (suspended: boolean) =>
      on.hosted.test.call(updateInstallation, { key: on.hosted.test.keys.admin, params, body: { suspended } });
    await suspend(true);
    expect((await list()).map(({ event }) => event.type)).toEqual(["installation.suspended", "installation.created"]);
    await suspend(false);
    expect((await list()).map(({ event }) => event.type)).toContain("pull_request.label.added");
    await on.hosted.test.call(removeInstallation, { key: on.hosted.test.keys.admin, params });
    const left = await list();
    expect(left.map(({ event }) => event.type)).not.toContain("pull_request.label.added");
    expect(left[0]).toMatchObject({ event: { type: "installation.deleted" } });
    expect(left[0]).not.toHaveProperty("installation");
    clock.advance(7 * 86_400_000 + 1000);
    expect(await list()).toEqual([]);
  });
});

describe("batchRedeliverWebhookDeliveries", () => {
  it("H-HOOK-18 returns 202 with one outcome per id, and redelivers with the same id", async () => {
    on.receiver.respondWith(400);
    await triggerEvent();
    const first = await on.receiver.take("pull_request.label.added");
    const failed = await attempted(first.deliveryId);
    on.receiver.respondWith(204);
    const path = "/v1/repohost/app/webhook/deliveries:batchRedeliver";
    const deliveryIds = [first.deliveryId, "whd_none", first.deliveryId];
    const response = await on.hosted.test.send("POST", path, { key: key(), body: { deliveryIds } });
    expect(response).toMatchObject({
      status: 202,
      body: {
        results: [
          { deliveryId: first.deliveryId, outcome: "queued" },
          { deliveryId: "whd_none", outcome: "not_found" },
        ],
      },
    });
    const second = await on.receiver.take("pull_request.label.added");
    expect([second.deliveryId, second.eventId]).toEqual([first.deliveryId, first.eventId]);
    const delivered = await attempted(first.deliveryId, failed.lastAttempt?.id);
    expect(delivered.lastAttempt).toMatchObject({ trigger: "manual", responseStatusCode: 204 });
    expect(delivered.deliveredAt).toBeDefined();
    await redeliver(first.deliveryId);
    await on.receiver.take("pull_request.label.added");
    const once = await attempted(first.deliveryId, delivered.lastAttempt?.id);
    expect(once.deliveredAt).toBe(delivered.deliveredAt);
  });

  it("doesn't redeliver a delivery in flight", async () => {
    on.receiver.respondWith("hang");
    await triggerEvent();
    const { deliveryId } = await on.receiver.take("pull_request.label.added");
    expect((await redeliver(deliveryId)).results).toEqual([{ deliveryId, outcome: "already_in_flight" }]);
    on.receiver.respondWith(204);
    clock.advance(10_000);
    const failed = await attempted(deliveryId);
    expect(failed.lastAttempt?.errorMessage).not.toBe("");
    expect((await redeliver(deliveryId)).results).toEqual([{ deliveryId, outcome: "queued" }]);
    await until(deliveryId, ({ deliveredAt }) => deliveredAt !== undefined);
    expect(times(deliveryId)).toBe(2);
  });

  it("rejects zero or over 100 ids, and apps without a webhook URL", async () => {
    const path = "/v1/repohost/app/webhook/deliveries:batchRedeliver";
    const many = Array.from({ length: 101 }, (_each, index) => `whd_${index}`);
    for (const deliveryIds of [[], many, "whd_1"]) {
      const response = await on.hosted.test.send("POST", path, { key: key(), body: { deliveryIds } });
      expect([response.status, response.body]).toEqual([400, expect.objectContaining({ code: 3 })]);
    }
    const doubled = [...many.slice(1), ...many.slice(1)];
    expect((await redeliver(...doubled)).results).toHaveLength(100);
    await on.hosted.test.call(updateApp, { params: { appId: on.listener.app.id }, body: { webhookUrl: "" } });
    const response = await on.hosted.test.send("POST", path, { key: key(), body: { deliveryIds: ["whd_1"] } });
    expect([response.status, response.body]).toEqual([400, expect.objectContaining({ code: 9 })]);
  });

  it("doesn't find another app's deliveries", async () => {
    await triggerEvent();
    const { deliveryId } = await on.receiver.take("pull_request.label.added");
    const other = await addListener(on.hosted.test, on.receiver);
    const { results } = await on.hosted.test.call(batchRedeliverWebhookDeliveries, {
      key: other.app.jwt(),
      body: { deliveryIds: [deliveryId] },
    });
    expect(results).toEqual([{ deliveryId, outcome: "not_found" }]);
  });
});
