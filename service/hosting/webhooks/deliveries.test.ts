import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { removeInstallation } from "@/lib/contract/admin/installations/remove-installation";
import { updateInstallation } from "@/lib/contract/admin/installations/update-installation";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { setPullRequestLabels } from "@/lib/contract/hosting/labels/set-pull-request-labels";
import { listWebhookDeliveries } from "@/lib/contract/hosting/webhooks/list-webhook-deliveries";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { webhookDeliveries } from "../../core/store/tables/webhooks";
import { retryDelaysMs } from "./retry-delays";
import { listeningApp } from "./testing/listening-app";
import { addListener, isSigned, type Received } from "./testing/webhook-fixture";

const clock = new FakeClock({ running: true });
const on = listeningApp(clock);
const { labelsOf, triggerEvent, list, until, attempted, labelIn, isOf, times, dueAt } = on;

describe("a delivery", () => {
  it("H-HOOK-01 H-HOOK-02 H-HOOK-03 H-HOOK-05 is a signed POST to webhookUrl with the documented headers", async () => {
    const name = await triggerEvent();
    const request = await on.receiver.take("pull_request.label.added");
    expect(labelIn(request)).toBe(name);
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Svc-Repohost-Webhook/1.0",
      "webhook-id": expect.stringMatching(/^whd_[a-z2-7]{26}$/),
      "webhook-timestamp": expect.stringMatching(/^[0-9]+$/),
      "webhook-event-type": "pull_request.label.added",
      "webhook-event-id": request.eventId,
      "webhook-app-id": on.listener.app.id,
      "webhook-installation-id": on.listener.installationId,
    });
    expect(request.deliveryId).toBe(request.headers["webhook-id"]);
    expect(await isSigned(on.hosted.test, request)).toBe(true);
    expect(await isSigned(on.hosted.test, { ...request, raw: `${request.raw} ` })).toBe(false);
    expect(JSON.parse(request.raw)).toMatchObject({
      appId: on.listener.app.id,
      installationId: on.listener.installationId,
    });
  });

  it("H-HOOK-04 is sent only for subscribed events", async () => {
    await on.hosted.test.call(updateApp, {
      params: { appId: on.listener.app.id },
      body: { events: { events: ["pull_request.label.removed"] } },
    });
    const name = await triggerEvent();
    await on.hosted.test.call(setPullRequestLabels, { params: labelsOf(), body: { labels: [] } });
    const request = await on.receiver.take("pull_request.label.removed");
    expect(labelIn(request)).toBe(name);
    expect(on.receiver.received.map(({ type }) => type)).not.toContain("pull_request.label.added");
  });

  it("requires an active installation with the repository and scope", async () => {
    const withoutRepositories = await addListener(on.hosted.test, on.receiver, { repositories: [] });
    const withoutScope = await addListener(on.hosted.test, on.receiver, { scopes: ["repository:contents:read"] });
    const suspended = await addListener(on.hosted.test, on.receiver);
    const params = { installationId: suspended.installationId };
    await on.hosted.test.call(updateInstallation, {
      key: on.hosted.test.keys.admin,
      params,
      body: { suspended: true },
    });
    await triggerEvent();
    await on.receiver.take("pull_request.label.added");
    for (const { app } of [withoutRepositories, withoutScope, suspended]) {
      const { deliveries } = await on.hosted.test.call(listWebhookDeliveries, { key: app.jwt(), query: {} });
      expect(deliveries.map(({ event }) => event.type).filter((type) => !type.startsWith("installation."))).toEqual([]);
    }
  });

  it("is sent in event order, even if the receiver fails in between", async () => {
    on.receiver.respondWith((request) => (labelIn(request)?.endsWith("0") ? 500 : 204));
    const names: string[] = [];
    for (let each = 0; each < 12; each += 1) names.push(await triggerEvent());
    await on.receiver.take(isOf(names.at(-1) ?? ""));
    // A failed delivery is retried after its delay, which may already have passed.
    const receivedNames = new Set(on.receiver.received.flatMap((request) => labelIn(request) ?? []));
    expect([...receivedNames]).toEqual(names);
  });

  it("has a separate id per app for the same event", async () => {
    const other = await addListener(on.hosted.test, on.receiver);
    await on.receiver.take("installation.created");
    await triggerEvent();
    const [one, two] = [
      await on.receiver.take("pull_request.label.added"),
      await on.receiver.take("pull_request.label.added"),
    ];
    expect(one.eventId).toBe(two.eventId);
    expect(one.deliveryId).not.toBe(two.deliveryId);
    expect(new Set([one, two].map(({ installationId }) => installationId))).toEqual(
      new Set([on.listener.installationId, other.installationId]),
    );
  });
});

describe("a failing receiver", () => {
  it("H-HOOK-08 H-HOOK-09 is sent seven times with the specified delays, within 16 minutes", async () => {
    expect(retryDelaysMs).toEqual([5_000, 30_000, 60_000, 120_000, 240_000, 480_000]);
    on.receiver.respondWith(503);
    let before = clock.now();
    await triggerEvent();
    const { deliveryId: id, eventId } = await on.receiver.take("pull_request.label.added");
    let last = await attempted(id);
    for (const delay of retryDelaysMs) {
      const due = await dueAt(id);
      expect(due - delay).toBeGreaterThanOrEqual(before);
      expect(due - delay).toBeLessThanOrEqual(clock.now());
      clock.advance(due - clock.now());
      before = clock.now();
      const again = await on.receiver.take(({ deliveryId }) => deliveryId === id);
      expect(again.eventId).toBe(eventId);
      last = await attempted(id, last.lastAttempt?.id);
    }
    expect(last).toMatchObject({ lastAttempt: { trigger: "automatic", responseStatusCode: 503, errorMessage: "" } });
    expect(last.deliveredAt).toBeUndefined();
    clock.advance(3_600_000);
    await on.receiver.take(isOf(await triggerEvent()));
    expect(times(id)).toBe(7);
    expect((await list({ delivered: "false" })).map((delivery) => delivery.id)).toContain(id);
  });

  it("receives the retry with the same id and a new timestamp", async () => {
    on.receiver.respondWith(500);
    await triggerEvent();
    const first = await on.receiver.take("pull_request.label.added");
    await attempted(first.deliveryId);
    on.receiver.respondWith(200);
    clock.advance(5_000);
    const second = await on.receiver.take("pull_request.label.added");
    expect(second.deliveryId).toBe(first.deliveryId);
    const stamp = ({ headers }: Received) => Number(headers["webhook-timestamp"]);
    expect(stamp(second)).toBeGreaterThan(stamp(first));
    expect(await isSigned(on.hosted.test, second)).toBe(true);
    await until(first.deliveryId, ({ deliveredAt }) => deliveredAt !== undefined);
    clock.advance(3_600_000);
    await on.receiver.take(isOf(await triggerEvent()));
    expect(times(first.deliveryId)).toBe(2);
  });

  it("ends retries with a 4xx other than 429, and redirects aren't followed", async () => {
    const statuses = [404, 410, 429, 302];
    const ids: string[] = [];
    for (const status of statuses) {
      on.receiver.respondWith(
        status === 302 ? { status, headers: { location: `${on.receiver.url}/elsewhere` } } : status,
      );
      const { deliveryId } = await on.receiver.take(isOf(await triggerEvent()));
      await attempted(deliveryId);
      ids.push(deliveryId);
    }
    on.receiver.respondWith(204);
    clock.advance(5_000);
    await on.receiver.take(({ deliveryId }) => deliveryId === ids[3] || deliveryId === ids[2]);
    await on.receiver.take(({ deliveryId }) => deliveryId === ids[3] || deliveryId === ids[2]);
    expect(ids.map(times)).toEqual([1, 1, 2, 2]);
  });

  it("H-HOOK-06 H-HOOK-07 times out after ten seconds as a transport error, which is retried", async () => {
    on.receiver.respondWith("hang");
    await triggerEvent();
    const { deliveryId: id } = await on.receiver.take("pull_request.label.added");
    clock.advance(10_000);
    const first = await attempted(id);
    expect(first.lastAttempt).toMatchObject({ errorMessage: "no response within 10 seconds", trigger: "automatic" });
    expect(first.lastAttempt).not.toHaveProperty("responseStatusCode");
    clock.advance(5_000);
    await on.receiver.take(({ deliveryId }) => deliveryId === id);
    clock.advance(10_000);
    const second = await attempted(id, first.lastAttempt?.id);
    expect(second.lastAttempt?.errorMessage).toBe("no response within 10 seconds");
    on.receiver.respondWith(204);
    clock.advance(30_000);
    await until(id, ({ deliveredAt }) => deliveredAt !== undefined);
  });
});

describe("an app without a webhook URL", () => {
  const setUrl = (webhookUrl: string) =>
    on.hosted.test.call(updateApp, { params: { appId: on.listener.app.id }, body: { webhookUrl } });

  it("H-APP-34 H-APP-35 receives nothing, and canceled deliveries aren't resumed by a new URL", async () => {
    on.receiver.respondWith(500);
    await triggerEvent();
    const { deliveryId } = await on.receiver.take("pull_request.label.added");
    await attempted(deliveryId);
    await setUrl("");
    const sent = times(deliveryId);
    const unsentLabel = await triggerEvent();
    on.receiver.respondWith(204);
    await setUrl(on.receiver.url);
    clock.advance(3_600_000);
    await on.receiver.take(isOf(await triggerEvent()));
    expect(times(deliveryId)).toBe(sent);
    expect(on.receiver.received.map(labelIn)).not.toContain(unsentLabel);
  });
});

describe("a suspended app", () => {
  it("receives no retries of earlier events", async () => {
    on.receiver.respondWith(500);
    await triggerEvent();
    const { deliveryId } = await on.receiver.take("pull_request.label.added");
    await attempted(deliveryId);
    const sent = times(deliveryId);
    const params = { installationId: on.listener.installationId };
    const suspend = (suspended: boolean) =>
      on.hosted.test.call(updateInstallation, { key: on.hosted.test.keys.admin, params, body: { suspended } });
    on.receiver.respondWith(204);
    await suspend(true);
    clock.advance(3_600_000);
    const { db } = on.hosted.test.service;
    await vi.waitFor(async () => {
      const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId));
      expect(row?.state).toBe("cancelled");
    });
    await suspend(false);
    await on.receiver.take(isOf(await triggerEvent()));
    expect(times(deliveryId)).toBe(sent);
  });
});

describe("an uninstalled app", () => {
  it("receives no more repository events, only that it was uninstalled", async () => {
    on.receiver.respondWith(500);
    await triggerEvent();
    const { deliveryId } = await on.receiver.take("pull_request.label.added");
    await attempted(deliveryId);
    const params = { installationId: on.listener.installationId };
    on.receiver.respondWith(204);
    await on.hosted.test.call(removeInstallation, { key: on.hosted.test.keys.admin, params });
    await on.receiver.take("installation.deleted");
    const sent = times(deliveryId);
    clock.advance(3_600_000);
    await on.hosted.test.call(installApp, {
      key: on.hosted.test.keys.admin,
      params: { namespaceSlug: "acme" },
      body: { appId: on.listener.app.id },
    });
    await on.receiver.take("installation.created");
    expect(times(deliveryId)).toBe(sent);
  });
});
