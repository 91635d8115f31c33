import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listGitHubChanges } from "@/lib/contract/admin/github-apps/list-github-changes";
import { listGitHubServers } from "@/lib/contract/admin/github-apps/list-github-servers";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { githubDeliveries } from "../core/store/tables/github";
import { deleteOldDeliveries } from "./delete-old-deliveries";
import { createGitHubWebhookRoute } from "./receive-webhook";
import { type ConnectedService, startConnectedService } from "./testing/connected-service";
import { parseWebhookChange } from "./webhook-change";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
});
afterAll(() => connected.close());

const path = () => `/github/webhooks/${encodeURIComponent(connected.gitHub.host)}`;
const signed = (body: string, secret = connected.gitHub.state.app?.webhookSecret ?? "") =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

interface Delivery {
  event?: string;
  id?: string;
  signature?: string;
  at?: string;
}

async function deliver(payload: unknown, { event = "pull_request", id = randomUUID(), signature, at }: Delivery = {}) {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const response = await fetch(`${connected.test.url}${at ?? path()}`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": id,
      "x-hub-signature-256": signature ?? signed(body),
    },
  });
  return { status: response.status, text: await response.text() };
}

const admin = () => ({ key: connected.test.keys.admin });
const changes = async (after: number) =>
  (await connected.test.call(listGitHubChanges, { ...admin(), query: { after: String(after) } })).items;
const position = async () => (await connected.test.call(listGitHubChanges, admin())).position;
const repository = () => ({ html_url: connected.gitHub.url });
const opened = (number: number) => ({ action: "opened", repository: repository(), pull_request: { number } });

describe("a webhook of GitHub", () => {
  it("is stored before it is acknowledged, with the pull request it is about", async () => {
    const before = await position();
    expect((await deliver(opened(7))).status).toBe(202);
    expect(await changes(before)).toEqual([
      { position: expect.any(Number), repository: connected.gitHub.url.replace("https://", ""), pulls: [7] },
    ]);
    const { items } = await connected.test.call(listGitHubServers, admin());
    expect(items[0]?.app?.receivedAt).toEqual(expect.any(String));
  });

  it("changes nothing when it is repeated", async () => {
    const before = await position();
    const id = randomUUID();
    const all = await Promise.all([deliver(opened(8), { id }), deliver(opened(8), { id })]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 202]);
    expect((await deliver(opened(9), { id })).status).toBe(200);
    expect(await changes(before)).toMatchObject([{ pulls: [8] }]);
  });

  it("is rejected without a valid signature of the raw body, and stores nothing", async () => {
    const before = await position();
    const body = JSON.stringify(opened(10));
    expect((await deliver(opened(10), { signature: signed(`${body} `) })).status).toBe(401);
    expect((await deliver(opened(10), { signature: signed(body, "another secret") })).status).toBe(401);
    expect((await deliver(opened(10), { signature: "sha1=abc" })).status).toBe(400);
    expect((await deliver(opened(10), { id: "not an id" })).status).toBe(400);
    expect((await deliver("x=1", { event: "push" })).status).toBe(400);
    expect((await deliver(opened(10), { at: "/github/webhooks/other.example.com" })).status).toBe(404);
    expect(await changes(before)).toEqual([]);
  });

  it("is rejected when it is too large", async () => {
    const body = JSON.stringify({ text: "x".repeat(5 * 1024 * 1024) });
    expect((await deliver(body)).status).toBe(413);
  });

  it("is rejected when it takes too long, so that slow clients can't block others", async () => {
    const clock = new FakeClock();
    const route = createGitHubWebhookRoute({ ...connected.test.service, clock });
    const headers = {
      "x-github-event": "push",
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": signed("{}"),
    };
    const send = () =>
      route(
        new Request(`${connected.test.url}${path()}`, {
          method: "POST",
          headers,
          body: new ReadableStream(),
          // Not in the DOM types.
          ...{ duplex: "half" },
        }),
        path(),
      );
    const slow = Array.from({ length: 16 }, send);
    expect((await send())?.status).toBe(503);
    clock.advance(10_000);
    expect((await Promise.all(slow)).map((response) => response?.status)).toEqual(slow.map(() => 408));
    const again = send();
    clock.advance(10_000);
    expect((await again)?.status).toBe(408);
  });

  it("can't name repositories of another server", async () => {
    const before = await position();
    const payload = { ...opened(11), repository: { html_url: "https://github.com/acme/widgets" } };
    expect((await deliver(payload)).status).toBe(202);
    expect(await changes(before)).toEqual([]);
  });

  it("invalidates cached installations when one changes", async () => {
    const version = connected.test.service.github.apps.version();
    expect((await deliver({ action: "suspend" }, { event: "installation" })).status).toBe(202);
    await expect.poll(() => connected.test.service.github.apps.version()).toBeGreaterThan(version);
  });

  it("is forgotten after a week", async () => {
    const { db, clock } = connected.test.service;
    const now = clock.now() + 8 * 24 * 60 * 60_000;
    await deleteOldDeliveries({ db, clock: { ...clock, now: () => now } });
    expect(await db.select().from(githubDeliveries)).toEqual([]);
  });
});

describe("the list of changes", () => {
  it("has at most 500 changes, oldest first, and continues after its position", async () => {
    const { db, clock } = connected.test.service;
    const before = await position();
    const rows = Array.from({ length: 502 }, (_, index) => ({
      id: `github.com listed-${index}`,
      event: "pull_request",
      // A delivery without a change isn't listed.
      change: index === 1 ? null : { repository: "github.com/acme/widgets", pulls: [index] },
      receivedAt: clock.now(),
    }));
    await db.insert(githubDeliveries).values(rows);
    const list = (after: number) =>
      connected.test.call(listGitHubChanges, { ...admin(), query: { after: String(after) } });
    const pullsOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.flatMap(({ pulls }) => pulls);
    const first = await list(before);
    expect(pullsOf(first)).toEqual([0, ...Array.from({ length: 499 }, (_, index) => index + 2)]);
    expect(first.position).toBe(first.items.at(-1)?.position);
    const second = await list(first.position);
    expect(pullsOf(second)).toEqual([501]);
    expect(await list(second.position)).toEqual({ items: [], position: second.position });
    expect(await connected.test.call(listGitHubChanges, admin())).toEqual({ items: [], position: second.position });
  });
});

describe("the change of a webhook", () => {
  const html_url = "https://github.com/acme/widgets";
  const head_sha = "a".repeat(40);
  const at = { repository: { html_url } };
  const found = { repository: "github.com/acme/widgets" };

  it.each<[string, object, object | undefined]>([
    ["pull_request", { ...at, pull_request: { number: 3 } }, { ...found, pulls: [3] }],
    ["pull_request_review", { ...at, pull_request: { number: 3 } }, { ...found, pulls: [3] }],
    [
      "check_run",
      { ...at, check_run: { head_sha, pull_requests: [{ number: 3 }] } },
      { ...found, pulls: [3], sha: head_sha },
    ],
    ["check_run", { ...at, check_run: { head_sha, pull_requests: [] } }, { ...found, pulls: [], sha: head_sha }],
    [
      "workflow_run",
      { ...at, workflow_run: { head_sha, pull_requests: null } },
      { ...found, pulls: [], sha: head_sha },
    ],
    ["status", { ...at, sha: head_sha }, { ...found, pulls: [], sha: head_sha }],
    ["push", { ...at }, undefined],
    ["pull_request", { ...at, pull_request: { number: "3" } }, undefined],
    ["pull_request", { repository: { html_url: "javascript:alert(1)" }, pull_request: { number: 3 } }, undefined],
  ])("%s %j is %j", (event, payload, expected) => expect(parseWebhookChange(event, payload)).toEqual(expected));
});
