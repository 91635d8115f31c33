import { describe, expect, it } from "vitest";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { listAppDeliveries } from "@/lib/contract/admin/webhooks/list-app-deliveries";
import { updateAppDelivery } from "@/lib/contract/admin/webhooks/update-app-delivery";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { addNamespace } from "../repositories/testing/repository-fixture";
import { listeningApp } from "./testing/listening-app";

const clock = new FakeClock({ running: true });
const on = listeningApp(clock);
const { triggerEvent, isOf, attempted } = on;
const hour = 3_600_000;
let namespaces = 0;

/** Triggers events until `count` deliveries failed; a 404 isn't retried. */
async function fail(count: number): Promise<string> {
  on.receiver.respondWith(404);
  let id = "";
  for (let each = 0; each < count; each += 1) {
    ({ deliveryId: id } = await on.receiver.take(isOf(await triggerEvent())));
    await attempted(id);
  }
  return id;
}

/** Installs the app in another namespace, whose first delivery fails. */
async function failElsewhere(): Promise<void> {
  namespaces += 1;
  const namespaceSlug = `elsewhere-${namespaces}`;
  await addNamespace(on.hosted.test.service, namespaceSlug, { teamId: 1 });
  on.receiver.respondWith(404);
  const params = { namespaceSlug };
  const body = { appId: on.listener.app.id };
  await on.hosted.test.call(installApp, { key: on.hosted.test.keys.admin, params, body });
  await attempted((await on.receiver.take("installation.created")).deliveryId);
}

const target = () => ({ key: on.hosted.test.keys.admin, params: { appId: on.listener.app.id } });
const isPaused = async () => (await on.hosted.test.call(listAppDeliveries, target())).pausedAt !== undefined;
const setPaused = (paused: boolean) => on.hosted.test.call(updateAppDelivery, { ...target(), body: { paused } });
const redeliver = (id: string) =>
  on.hosted.test.send("POST", "/v1/repohost/app/webhook/deliveries:batchRedeliver", {
    body: { deliveryIds: [id] },
    key: on.key(),
  });

describe("deliveries to a receiver that keeps failing", () => {
  /** Lets the success of `installation.created` become older than the window. */
  async function leaveWindow(): Promise<void> {
    const [created] = await on.list();
    await on.until(created?.id ?? "", ({ deliveredAt }) => deliveredAt !== undefined);
    clock.advance(73 * hour);
  }

  it("pause after 20 failed deliveries in two namespaces, until they are resumed", { tags: ["long"] }, async () => {
    await leaveWindow();
    await failElsewhere();
    const id = await fail(18);
    expect(await isPaused()).toBe(false);
    await fail(1);
    expect(await isPaused()).toBe(true);

    expect(await redeliver(id)).toMatchObject({ status: 400, body: { code: 9 } });
    on.receiver.respondWith(204);
    const name = await triggerEvent();
    clock.advance(hour);
    expect(on.receiver.received.some(isOf(name))).toBe(false);
    await setPaused(false);
    await on.receiver.take(isOf(name));
    expect((await redeliver(id)).status).toBe(202);
  });

  it("don't pause for failures in one namespace", { tags: ["long"] }, async () => {
    await leaveWindow();
    await fail(20);
    expect(await isPaused()).toBe(false);
  });

  it("don't pause if the receiver accepted one within 72 hours", { tags: ["long"] }, async () => {
    await leaveWindow();
    await attempted((await on.receiver.take(isOf(await triggerEvent()))).deliveryId);
    await failElsewhere();
    await fail(19);
    expect(await isPaused()).toBe(false);
  });
});

it("an admin receives the time of the pause, which pausing again keeps, and can't redeliver meanwhile", async () => {
  const paused = await setPaused(true);
  expect(paused).toEqual({ pausedAt: expect.stringMatching(/Z$/) });
  clock.advance(hour);
  expect(await setPaused(true)).toEqual(paused);
  const path = `/admin/v1/apps/${on.listener.app.id}/webhook-deliveries:batchRedeliver`;
  const redeliverAsAdmin = () =>
    on.hosted.test.send("POST", path, { key: on.hosted.test.keys.admin, body: { deliveryIds: ["whd_none"] } });
  expect(await redeliverAsAdmin()).toMatchObject({ status: 409, body: { error: { code: "deliveries_paused" } } });
  expect(await redeliver("whd_none")).toMatchObject({ status: 400, body: { code: 9 } });
  expect(await setPaused(false)).toEqual({});
  expect((await redeliverAsAdmin()).status).toBe(202);
});

it("an admin pauses and resumes deliveries; a paused app's events are sent once it resumes", async () => {
  await setPaused(true);
  const name = await triggerEvent();
  expect(await isPaused()).toBe(true);
  await setPaused(false);
  await on.receiver.take(isOf(name));
});
