import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAppSigningKeys } from "@/lib/contract/admin/apps/list-app-signing-keys";
import { createApp } from "@/lib/contract/hosting/apps/create-app";
import { getApp } from "@/lib/contract/hosting/apps/get-app";
import { listNamespaceApps } from "@/lib/contract/hosting/apps/list-namespace-apps";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { appSigningKeys } from "../../core/store/tables/apps";
import { startTestService, type TestService } from "../../testing/test-service";
import { addApp, newKeyPair } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";

let test: TestService;
let member: string;
let stranger: string;

beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "Acme", { teamId: 1 });
  member = (await addUser(test.service, { email: "member@example.test", teamId: 1 })).key;
  stranger = (await addUser(test.service, { email: "stranger@example.test" })).key;
});
afterAll(() => test.close());

const apps = "/v1/repohost/namespaces/acme/apps";
const { publicKey } = newKeyPair();
const post = (body: unknown, key = test.keys.user) => test.send("POST", apps, { key, body });
const used = async () => (await test.call(getRateLimit)).rate.used;

async function cost(call: () => Promise<unknown>): Promise<number> {
  const before = await used();
  await call();
  return (await used()) - before;
}

describe("Create App", () => {
  it("H-APP-01 H-APP-08 H-APP-14 H-APP-15 H-APP-17 H-CONV-07: returns the app with all given fields", async () => {
    const input = {
      displayName: "Builder",
      description: "Builds",
      websiteUrl: "https://builder.example.test",
      webhookUrl: "https://builder.example.test/hook",
      events: ["pull_request.created", "repository.pushed"],
      installationRedirectUris: ["https://builder.example.test/installed"],
      defaultScopes: ["repository:metadata:read", "repository:checks:read", "repository:checks:write"],
    };
    const app = await test.call(createApp, { params: { namespaceSlug: "ACME" }, body: { ...input, publicKey } });
    expect(app).toEqual({
      ...input,
      id: expect.stringMatching(/^app_[a-z2-7]{26}$/),
      namespaceSlug: "Acme",
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: app.createdAt,
    });
    expect(app).not.toHaveProperty("slug");
    expect(await test.call(getApp, { params: { appId: app.id } })).toEqual(app);
  });

  it("defaults omitted fields to empty values", async () => {
    const { body } = await post({ displayName: "Bare", publicKey });
    expect(body).toMatchObject({ webhookUrl: "", description: "", websiteUrl: "", events: [], defaultScopes: [] });
  });

  it.each([
    ["H-APP-05: no displayName", { publicKey }, "display_name"],
    ["an empty displayName", { displayName: " ", publicKey }, "display_name"],
    ["H-APP-06: no publicKey", { displayName: "A" }, "public_key"],
    ["H-APP-07: an invalid publicKey", { displayName: "A", publicKey: "ssh-ed25519 AAAA" }, "public_key"],
    ["H-APP-09: a webhook URL without TLS", { webhookUrl: "http://example.test/x" }, "webhook_url"],
    ["H-APP-09: an invalid webhook URL", { webhookUrl: "example" }, "webhook_url"],
    ["H-APP-10: an unknown event", { events: ["repository.pushed", "no.such"] }, "events[1]"],
    ["H-APP-10: an installation event", { events: ["installation.created"] }, "events[0]"],
    [
      "H-APP-11: a redirect with a fragment",
      { installationRedirectUris: ["https://x.test/#a"] },
      "installation_redirect_uris[0]",
    ],
    ["H-APP-11: a relative redirect", { installationRedirectUris: ["/here"] }, "installation_redirect_uris[0]"],
    ["H-APP-12: an unknown scope", { defaultScopes: ["repository:all"] }, "default_scopes[0]"],
    ["H-APP-12 H-AUTH-12: a removed scope", { defaultScopes: ["app:settings:read"] }, "default_scopes[0]"],
  ])("rejects %s and names the field", async (_name, body, field) => {
    const input = "publicKey" in body ? body : { displayName: "A", publicKey, ...body };
    const sent = field === "public_key" || field === "display_name" ? body : input;
    expect(await post(sent)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }, {}] },
    });
  });

  it("H-APP-07: rejects private keys, other curves and weak keys", async () => {
    const pem = (der: Buffer) => `-----BEGIN PUBLIC KEY-----\n${der.toString("base64")}\n-----END PUBLIC KEY-----\n`;
    const head = Buffer.from("302a300506032b6570032100", "hex");
    const p = 2n ** 255n - 19n;
    const point = (y: bigint) => Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse();
    const weak = [0n, 1n, p - 1n, p, p + 1n, 1n + 2n ** 255n].map((y) => pem(Buffer.concat([head, point(y)])));
    const eight = Buffer.from("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "hex");
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "pem", type: "spki" });
    const secret = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" });
    for (const key of [...weak, pem(Buffer.concat([head, eight])), ec.toString(), secret.toString(), `${publicKey}x`]) {
      expect(await post({ displayName: "A", publicKey: key }), key).toMatchObject({ status: 400, body: { code: 3 } });
    }
  });

  it("H-APP-02 H-APP-03 H-APP-16: requires namespace admin", async () => {
    const body = { displayName: "A", publicKey };
    expect(await post(body, test.keys.serviceAccount)).toMatchObject({ status: 403, body: { code: 7 } });
    const denied = await post(body, member);
    expect(denied).toMatchObject({ status: 403, body: { message: expect.stringContaining("namespace:apps:create") } });
    expect((await post(body, stranger)).status).toBe(404);
    const app = await addApp(test);
    expect((await test.send("GET", `/v1/repohost/apps/${app.id}`, { key: stranger })).status).toBe(404);
    expect((await test.send("GET", `/v1/repohost/apps/${app.id}`, { key: member })).status).toBe(200);
    expect((await test.send("GET", "/v1/repohost/apps/app_none")).status).toBe(404);
  });

  it("H-APP-04 H-APP-20 H-APP-24 H-APP-27 H-KEY-03 H-KEY-10: operations cost the documented points", async () => {
    const { id } = await addApp(test);
    const path = `/v1/repohost/apps/${id}`;
    expect(await cost(() => post({ displayName: "A", publicKey }))).toBe(10);
    expect(await cost(() => test.send("GET", apps))).toBe(1);
    expect(await cost(() => test.send("GET", path))).toBe(1);
    expect(await cost(() => test.send("PATCH", path, { body: { description: "x" } }))).toBe(5);
    expect(await cost(() => test.send("POST", `${path}/signing_keys`, { body: newKeyPair() }))).toBe(5);
    expect(await cost(() => test.send("DELETE", `${path}/signing_keys/none`))).toBe(5);
  });
});

describe("Update App", () => {
  it("H-APP-25 H-APP-26 H-APP-28 H-APP-29 H-APP-30 H-APP-31 H-APP-32: changes given fields and keeps the rest", async () => {
    const { id } = await addApp(test, {
      description: "first",
      events: ["repository.pushed"],
      defaultScopes: ["repository:contents:read"],
      webhookUrl: "https://example.test/hook",
    });
    const params = { appId: id };
    const before = await test.call(getApp, { params });
    const plain = { displayName: "Second", description: "", websiteUrl: "https://example.test", webhookUrl: "" };
    expect(await test.call(updateApp, { params, body: plain })).toEqual({
      ...before,
      ...plain,
      updatedAt: expect.any(String),
    });
    const changed = await test.call(updateApp, {
      params,
      body: {
        events: { events: ["pull_request.merged"] },
        installationRedirectUris: { installationRedirectUris: ["https://example.test/back"] },
        defaultScopes: { scopes: ["repository:labels:write"] },
      },
    });
    expect(changed).toMatchObject({
      displayName: "Second",
      events: ["pull_request.merged"],
      installationRedirectUris: ["https://example.test/back"],
      defaultScopes: ["repository:labels:read", "repository:labels:write"],
    });
    const replaced = { installationRedirectUris: { installationRedirectUris: ["https://example.test/other"] } };
    expect((await test.call(updateApp, { params, body: replaced })).installationRedirectUris).toEqual([
      "https://example.test/other",
    ]);
    expect((await test.call(updateApp, { params, body: { events: { events: [] } } })).events).toEqual([]);
    expect((await test.send("PATCH", `/v1/repohost/apps/${id}`, { key: member, body: plain })).status).toBe(403);
  });

  it("H-APP-33: rejects empty requests and invalid values without changing anything", async () => {
    const { id } = await addApp(test);
    const path = `/v1/repohost/apps/${id}`;
    const before = await test.send("GET", path);
    for (const body of [{}, { displayName: "" }, { displayName: "x", events: { events: ["x"] } }, { events: [] }]) {
      expect(await test.send("PATCH", path, { body })).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect((await test.send("GET", path)).body).toEqual(before.body);
  });
});

describe("List Namespace Apps", () => {
  it("H-APP-18 H-APP-19 H-APP-21 H-APP-22 H-APP-23: lists apps newest first, with public fields only", async () => {
    await addNamespace(test.service, "Many", { teamId: 1 });
    const created: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      created.unshift((await addApp(test, { namespaceSlug: "many", displayName: `App ${n}` })).id);
      const start = test.service.clock.now();
      await expect.poll(() => test.service.clock.now()).toBeGreaterThan(start);
    }
    const params = { namespaceSlug: "many" };
    const first = await test.call(listNamespaceApps, { params, query: { pageSize: "3" }, key: member });
    const query = { pageToken: first.nextPageToken };
    const second = await test.call(listNamespaceApps, { params, query, key: member });
    expect([...first.apps, ...second.apps].map(({ id }) => id)).toEqual(created);
    expect(first.apps[0]).toEqual({ id: created[0], displayName: "App 4", description: "" });
    expect(second.nextPageToken).toBe("");
    expect((await test.send("GET", "/v1/repohost/namespaces/many/apps", { key: stranger })).status).toBe(404);
  });
});

it("administrators can't delete an unknown app or list its keys", async () => {
  for (const [method, path] of [
    ["DELETE", "apps/app_none"],
    ["GET", "apps/app_none/signing_keys"],
  ] as const) {
    expect(await test.send(method, `/admin/v1/${path}`, { key: test.keys.admin }), path).toMatchObject({
      status: 404,
      body: { error: { code: "app_not_found" } },
    });
  }
});

describe("signing keys", () => {
  const keysPath = (id: string) => `/v1/repohost/apps/${id}/signing_keys`;

  it("H-KEY-01 H-KEY-02 H-KEY-04 H-KEY-05 H-KEY-06 H-AUTH-09 H-AUTH-10: are identified by the digest of their SPKI", async () => {
    const app = await addApp(test);
    const pair = newKeyPair();
    const added = await test.send("POST", keysPath(app.id), { body: { publicKey: pair.publicKey } });
    const der = createPublicKey(pair.publicKey).export({ format: "der", type: "spki" });
    const kid = createHash("sha256").update(der).digest("base64url");
    expect(added).toMatchObject({ status: 200, body: { kid, createdAt: expect.stringMatching(/Z$/) } });
    expect(Object.keys(added.body as object)).toEqual(["kid", "createdAt"]);
    const again = await test.send("POST", keysPath(app.id), { body: { publicKey: pair.publicKey } });
    expect(again).toMatchObject({ status: 409, body: { code: 6 } });
    const denied = await test.send("POST", keysPath(app.id), { key: member, body: newKeyPair() });
    expect(denied).toMatchObject({ status: 403, body: { message: expect.stringContaining("app:settings:write") } });
  });

  it("H-KEY-07: are limited to ten, even with concurrent requests", async () => {
    const app = await addApp(test);
    const responses = await Promise.all(
      Array.from({ length: 14 }, () =>
        test.send("POST", keysPath(app.id), { body: { publicKey: newKeyPair().publicKey } }),
      ),
    );
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(5);
    for (const each of rejected) expect(each).toMatchObject({ status: 400, body: { code: 9 } });
  });

  it("are listed oldest first", async () => {
    const app = await addApp(test);
    await test.send("POST", keysPath(app.id), { body: { publicKey: newKeyPair().publicKey } });
    await test.send("POST", keysPath(app.id), { body: { publicKey: newKeyPair().publicKey } });
    const params = { appId: app.id };
    const kids = async () =>
      (await test.call(listAppSigningKeys, { params, key: test.keys.admin })).keys.map(({ kid }) => kid);
    const reversed = (await kids()).reverse();
    for (const [createdAt, kid] of reversed.entries()) {
      await test.service.db.update(appSigningKeys).set({ createdAt }).where(eq(appSigningKeys.kid, kid));
    }
    expect(await kids()).toEqual(reversed);
  });

  it("H-KEY-08 H-KEY-09 H-KEY-12: can be revoked, except the last one, even with concurrent requests", async () => {
    const app = await addApp(test);
    const kids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await test.send("POST", keysPath(app.id), { body: { publicKey: newKeyPair().publicKey } });
      kids.push((body as { kid: string }).kid);
    }
    expect((await test.send("DELETE", `${keysPath(app.id)}/${kids[0]}`, { key: member })).status).toBe(403);
    expect((await test.send("DELETE", `${keysPath(app.id)}/none`)).status).toBe(404);
    const der = createPublicKey(app.privateKey).export({ format: "der", type: "spki" });
    const own = createHash("sha256").update(der).digest("base64url");
    const all = [own, ...kids];
    const listed = async () => {
      const { keys } = await test.call(listAppSigningKeys, { params: { appId: app.id }, key: test.keys.admin });
      return keys.map(({ kid }) => kid).sort();
    };
    expect(await listed()).toEqual([...all].sort());
    const responses = await Promise.all(all.map((kid) => test.send("DELETE", `${keysPath(app.id)}/${kid}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 400]);
    expect(responses.find(({ status }) => status === 400)?.body).toMatchObject({ code: 9 });
    expect(await listed()).toEqual(all.filter((_, index) => responses[index]?.status === 400));
  });
});
