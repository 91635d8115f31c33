import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getAuthenticatedApp } from "@/lib/contract/hosting/apps/get-authenticated-app";
import { subscribableEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { postCheckRun } from "@/lib/contract/hosting/checks/post-check-run";
import { rerequestCheckRun } from "@/lib/contract/hosting/checks/rerequest-check-run";
import { addPullRequestCommentReaction } from "@/lib/contract/hosting/comments/add-pull-request-comment-reaction";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { createInstallationAccessToken } from "@/lib/contract/hosting/installations/create-installation-access-token";
import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { batchRedeliverWebhookDeliveries } from "@/lib/contract/hosting/webhooks/batch-redeliver-webhook-deliveries";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { receiverPath } from "@/lib/core/settings/webhook-receiver";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { openStore, type Store } from "@/lib/server/db/store";
import { changesAfter, pendingDeliveries } from "@/lib/server/db/webhooks";
import type { Service } from "@/lib/server/upstream/client/service";
import { createCredentials } from "@/lib/server/upstream/credentials";
import { createSigningKeys } from "@/lib/server/upstream/signing/signing-keys";
import { type SigningApp, signAppJwt } from "@/lib/server/upstream/user-tokens/app-jwt";
import { createDashboardApp } from "@/lib/server/upstream/user-tokens/dashboard-app";
import { findInstallation } from "@/lib/server/upstream/user-tokens/installations";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { ensureDashboardWebhook } from "./dashboard-webhook";
import { processDeliveries } from "./process-deliveries";
import { createReceiver } from "./receive-delivery";
import { openPullRequest } from "./testing/open-pull-request";
import { newSigner } from "./testing/signing";

const clock = new FakeClock({ running: true });
const log = createLog({ program: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" });
const repository = { ownerSlug: "demo", repoName: "orders" };

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let test: TestService;
let service: Service;
let app: SigningApp;
let server: Server;
let url: string;
let pull: PullRequest;
let receive: (request: Request) => Promise<Response>;
/** Sent requests in order, with their responses. */
let arrived: { id: string; type: string; headers: Record<string, string>; body: string; status: number }[] = [];

beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log });
  test = await startTestService({ DEMO: "1", WEBHOOK_LOCAL_RECEIVERS: "1" }, clock);
  service = {
    address: { base: test.url, repohostPrefix: "/v1/repohost" },
    credentials: createCredentials(readSettings({ DATA_DIR: test.dataDir })),
    clock,
    ids: systemIds,
  };
  // A separate pull request, because the demo's are still being opened.
  pull = await openPullRequest(test, repository);
  const own = createDashboardApp(test.dataDir, service);
  const keys = createSigningKeys(service);
  const appId = async () => (await own.known())?.id;
  receive = createReceiver({ keys, appId, store: async () => store, clock, log });
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { status } = await receive(new Request("http://d.test/", { method: "POST", headers, body }));
    const [id = "", type = ""] = [headers["webhook-id"], headers["webhook-event-type"]];
    arrived.push({ id, type, headers, body, status });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${receiverPath}`;
  const done = new Set<string>();
  await ensureDashboardWebhook({ service, own, url }, done);
  app = await own.in("demo");
});
afterAll(async () => {
  await test?.close();
  server?.close();
  await store.close();
  await postgres.stop();
});
beforeEach(() => {
  arrived = [];
});

const isOurs = ({ body }: { body: string }) =>
  body.includes(`"number":"${pull.number}"`) || body.includes(pull.head.sha);
const waiting = async () => (await pendingDeliveries(store, 1_000)).filter(isOurs);
const jwt = () => signAppJwt(app, clock.now());
const take = (type: string, index = 0) =>
  vi.waitFor(
    () => {
      const found = arrived.filter((each) => each.type === type && isOurs(each))[index];
      if (!found) throw new Error(`no ${type} event received`);
      return found;
    },
    { timeout: 20_000 },
  );

/** Returns the changes `act` causes, after processing all deliveries. */
async function changesOf(act: () => Promise<unknown>) {
  await processDeliveries({ store, service, source: "test", log });
  const before = (await changesAfter(store, 0, 10_000)).at(-1)?.number ?? 0;
  await act();
  await processDeliveries({ store, service, source: "test", log });
  const changes = (await changesAfter(store, before, 10_000)).map(({ change }) => change);
  return changes.filter((change) => change.sha === pull.head.sha || change.pulls?.includes(pull.number));
}

let labels = 0;
async function label(): Promise<string> {
  labels += 1;
  const name = `received-${labels}`;
  await test.call(createLabel, { params: repository, body: { name, color: "aabbcc" } });
  const params = { ...repository, pullNumber: pull.number };
  await test.call(addPullRequestLabels, { params, body: { labels: [name] } });
  return (await take("pull_request.label.added")).id;
}

async function redeliver(id: string): Promise<void> {
  const count = arrived.filter((each) => each.id === id).length;
  // Only a completed delivery can be redelivered, and its outcome is stored after it was received.
  await vi.waitFor(
    async () => {
      const request = { key: await jwt(), body: { deliveryIds: [id] } };
      const { results } = await test.call(batchRedeliverWebhookDeliveries, request);
      expect(results).toEqual([{ deliveryId: id, outcome: "queued" }]);
    },
    { timeout: 20_000 },
  );
  await vi.waitFor(() => expect(arrived.filter((each) => each.id === id)).toHaveLength(count + 1), { timeout: 20_000 });
}

describe("the dashboard's receiver", () => {
  it("publishes a delivered change with its pull request", async () => {
    const changes = await changesOf(async () => {
      await label();
      expect((await take("pull_request.label.added")).status).toBe(202);
    });
    expect(changes).toMatchObject([
      { what: "pull", repository: { owner: "demo", name: "orders" }, pulls: [pull.number] },
    ]);
  });

  it("stores a webhook-id once, even with concurrent deliveries (H-HOOK-10)", { tags: ["long"] }, async () => {
    const changes = await changesOf(async () => {
      const id = await label();
      await redeliver(id);
      const { headers, body } = await take("pull_request.label.added");
      const again = () => receive(new Request("http://d.test/", { method: "POST", headers, body }));
      const responses = await Promise.all(Array.from({ length: 20 }, again));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      await processDeliveries({ store, service, source: "test", log });
      await redeliver(id);
    });
    expect(arrived.filter(isOurs).map(({ status }) => status)).toEqual([202, 200, 200]);
    expect(changes).toHaveLength(1);
  });

  it("stores what it acknowledges, so another process can process it", { tags: ["long"] }, async () => {
    const changes = await changesOf(async () => {
      const id = await label();
      expect((await waiting()).map((each) => each.id)).toEqual([id]);
      const work = () => processDeliveries({ store, service, source: "test", log });
      await Promise.all([work(), work(), work()]);
      expect(await waiting()).toEqual([]);
    });
    expect(changes).toHaveLength(1);
  });

  it("publishes a reaction once even if it is redelivered (H-EVENT-13)", { tags: ["long"] }, async () => {
    const params = { ...repository, pullNumber: pull.number };
    const comment = await test.call(createPullRequestComment, { params, body: { body: "Good" } });
    await take("pull_request.comment.created");
    const react = () =>
      test.call(addPullRequestCommentReaction, {
        params: { ...repository, commentId: comment.id },
        body: { emoji: "🎉" },
      });
    const changes = await changesOf(async () => {
      await react();
      await react();
      await take("pull_request.comment.reaction.added", 1);
    });
    expect(changes).toMatchObject([{ what: "pull", pulls: [pull.number] }]);
  });

  it("finds the pull request of a re-requested check by its commit (H-EVENT-34)", { tags: ["long"] }, async () => {
    const { id: installationId = "" } = (await findInstallation(service, app, "demo")) ?? {};
    const params = { installationId };
    const { token } = await test.call(createInstallationAccessToken, { params, key: await jwt(), body: {} });
    const at = new Date(clock.now() - 60_000).toISOString();
    const posted = await test.call(postCheckRun, {
      params: repository,
      key: token,
      body: {
        headSha: pull.head.sha,
        checkSuite: { key: "ci", name: "CI", externalId: "1" },
        checkRun: {
          key: "lint",
          name: "Lint",
          externalId: "1",
          status: "completed",
          conclusion: "failure",
          isRerequestable: true,
          externalUpdatedAt: at,
        },
      },
    });
    await take("repository.check_run.completed");
    const changes = await changesOf(async () => {
      const checkRunId = posted.checkRun.id;
      await test.call(rerequestCheckRun, { params: { ...repository, checkRunId }, body: {} });
      const { body } = await take("repository.check_run.rerequested");
      expect(JSON.parse(body).event.payload).not.toHaveProperty("pullRequest");
    });
    expect(changes).toMatchObject([{ what: "checks", sha: pull.head.sha, pulls: [pull.number] }]);
  });

  it("answers before the body arrives if signature headers are missing or old", async () => {
    const old = newSigner().headers("whd_old", String(Math.floor(clock.now() / 1000) - 3_600), "");
    for (const [headers, status] of [
      [{}, 400],
      [old, 401],
    ] as const) {
      const body = new ReadableStream();
      const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
      expect((await receive(new Request("http://d.test/", init))).status).toBe(status);
    }
  });

  it("rejects unsigned, old, and misdirected deliveries without storing them", async () => {
    await label();
    const { headers, body } = await take("pull_request.label.added");
    await processDeliveries({ store, service, source: "test", log });
    const post = async (headers: Record<string, string>, text = body) =>
      (await receive(new Request("http://d.test/", { method: "POST", headers, body: text }))).status;
    const now = String(Math.floor(clock.now() / 1000));
    expect(await post(newSigner().headers("whd_forged", now, body))).toBe(401);
    expect(await post(headers, body.replace(pull.number, "9999"))).toBe(401);
    expect(await post({})).toBe(400);
    expect(await post(headers, "x".repeat(9 * 1024 * 1024))).toBe(413);
    const strangers = createReceiver({
      keys: createSigningKeys(service),
      appId: async () => "app_other",
      store: async () => store,
      clock,
      log,
    });
    expect((await strangers(new Request("http://d.test/", { method: "POST", headers, body }))).status).toBe(404);
    clock.advance(301_000);
    expect(await post(headers)).toBe(401);
    expect(await waiting()).toEqual([]);
  });

  it("requests a retry if keys or database are unavailable", async () => {
    const signer = newSigner();
    const parts = { appId: async () => "app_1", clock, log };
    const event = { id: "evt_1", type: "repository.pushed", eventTime: "2026-07-01T10:03:00Z", payload: {} };
    const body = JSON.stringify({ deliveryId: "whd_1", appId: "app_1", event });
    const headers = signer.headers("whd_1", String(Math.floor(clock.now() / 1000)), body);
    const request = () => new Request("http://d.test/", { method: "POST", headers, body });
    const failing = async () => {
      throw new Error("not now");
    };
    const noKeys = createReceiver({
      ...parts,
      keys: createSigningKeys({ ...service, address: { ...service.address, base: "http://127.0.0.1:9" } }),
      store: async () => store,
    });
    expect((await noKeys(request())).status).toBe(503);
    const keys = { verify: async () => true };
    expect((await createReceiver({ ...parts, keys, store: failing })(request())).status).toBe(503);
    expect((await createReceiver({ ...parts, keys, store: async () => store })(request())).status).toBe(202);
    await processDeliveries({ store, service, source: "test", log });
    expect(await waiting()).toEqual([]);
  });
});

describe("the automatic subscription", () => {
  const own = () => createDashboardApp(test.dataDir, service);
  it("updates its URL when it changes, for all events", async () => {
    const key = await jwt();
    const current = () => test.call(getAuthenticatedApp, { key });
    const moved = url.replace("127.0.0.1", "localhost");
    await ensureDashboardWebhook({ service, own: own(), url: moved }, new Set());
    expect((await current()).webhookUrl).toBe(moved);
    await ensureDashboardWebhook({ service, own: own(), url }, new Set());
    expect(await current()).toMatchObject({ id: app.id, webhookUrl: url, events: [...subscribableEvents] });
  });
});

describe("an unsigned delivery", () => {
  it.each([
    ["without signature headers", {}, 400],
    ["with an old timestamp", { "webhook-id": "w", "webhook-timestamp": "1", "webhook-signature": "v1ed,AAAA" }, 401],
  ])("%s is rejected before its body is read", async (_name, headers, status) => {
    const body = " ".repeat(9 * 1024 * 1024);
    const request = new Request("http://d.test/", { method: "POST", headers, body });
    const response = await receive(request);
    expect(response.status).toBe(status);
    expect(response.headers.get("connection")).toBe("close");
  });
});
