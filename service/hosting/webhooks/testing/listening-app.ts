import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { z } from "zod";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { setPullRequestLabels } from "@/lib/contract/hosting/labels/set-pull-request-labels";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { batchRedeliverWebhookDeliveries } from "@/lib/contract/hosting/webhooks/batch-redeliver-webhook-deliveries";
import { listWebhookDeliveries } from "@/lib/contract/hosting/webhooks/list-webhook-deliveries";
import type { FakeClock } from "@/lib/core/testing/fake-clock";
import { webhookDeliveries } from "../../../core/store/tables/webhooks";
import { type PullRequests, startPullRequests } from "../../pulls/testing/pull-fixture";
import { addListener, type ListeningApp, type Received, type Receiver, startReceiver } from "./webhook-fixture";

/** Gives each test in a file a new app subscribed to all events in a repository, with helpers. */
export function listeningApp(clock: FakeClock) {
  let hosted: PullRequests;
  let receiver: Receiver;
  let listener: ListeningApp;
  let pull: PullRequest;
  let count = 0;

  beforeAll(async () => {
    hosted = await startPullRequests({ WEBHOOK_LOCAL_RECEIVERS: "1" }, clock);
    await hosted.branch("topic", { "a.txt": "a\n" });
    pull = await hosted.open("topic");
  });
  afterAll(() => hosted.close());
  beforeEach(async () => {
    await hosted.test.call(setPullRequestLabels, { params: labelsOf(), body: { labels: [] } });
    receiver = await startReceiver();
    listener = await addListener(hosted.test, receiver);
    await receiver.take("installation.created");
  });
  afterEach(async () => {
    await hosted.test.call(updateApp, { params: { appId: listener.app.id }, body: { webhookUrl: "" } });
    await receiver.close();
  });

  const key = () => listener.app.jwt();
  const labelsOf = () => ({ ...hosted.params, pullNumber: pull.number });

  /** Triggers an event: adds a new label to the pull request. Returns its name. */
  async function triggerEvent(): Promise<string> {
    count += 1;
    const name = `label-${count}`;
    await hosted.test.call(createLabel, { params: hosted.params, body: { name, color: "aabbcc" } });
    await hosted.test.call(addPullRequestLabels, { params: labelsOf(), body: { labels: [name] } });
    return name;
  }

  const list = async (query = {}) => (await hosted.test.call(listWebhookDeliveries, { key: key(), query })).deliveries;
  const redeliver = (...deliveryIds: string[]) =>
    hosted.test.call(batchRedeliverWebhookDeliveries, { key: key(), body: { deliveryIds } });

  const Labeled = z.looseObject({ label: z.looseObject({ name: z.string() }) });
  const labelIn = ({ payload }: Received) => Labeled.safeParse(payload).data?.label.name;
  const isOf = (name: string) => (request: Received) =>
    request.type === "pull_request.label.added" && labelIn(request) === name;

  /** Resolves once a listed delivery matches. Checks again on every webhook notification. */
  async function until(id: string, matches: (delivery: Awaited<ReturnType<typeof list>>[number]) => boolean) {
    for (;;) {
      const notified = new Promise<void>((resolve) => {
        const off = hosted.test.service.notifications.on("webhook", "due", () => {
          off();
          resolve();
        });
      });
      const found = (await list()).find((delivery) => delivery.id === id);
      if (found && matches(found)) return found;
      await notified;
    }
  }

  const attempted = (id: string, attemptId?: string) =>
    until(id, ({ lastAttempt }) => lastAttempt !== undefined && lastAttempt.id !== attemptId);

  /** The time of a delivery's next attempt. */
  async function dueAt(id: string): Promise<number> {
    const { db } = hosted.test.service;
    const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    if (row?.state !== "pending") throw new Error(`${id} is ${row?.state}`);
    return row.sendAt;
  }

  const times = (id: string) => receiver.received.filter(({ deliveryId }) => deliveryId === id).length;

  return {
    get hosted() {
      return hosted;
    },
    get receiver() {
      return receiver;
    },
    get listener() {
      return listener;
    },
    async listenAgain(port: number) {
      receiver = await startReceiver(port);
    },
    key,
    labelsOf,
    triggerEvent,
    list,
    redeliver,
    until,
    attempted,
    labelIn,
    isOf,
    times,
    dueAt,
  };
}
