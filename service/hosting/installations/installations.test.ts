import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listInstallations } from "@/lib/contract/admin/installations/list-installations";
import { listAppInstallations } from "@/lib/contract/hosting/installations/list-app-installations";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { QueryInputOf } from "@/lib/contract/operation";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";
import { addApp, installedApp } from "./testing/installation-fixture";

const clock = new FakeClock({ running: true });
const scopes = ["repository:contents:read"];
let test: TestService;
let ids: Record<string, string>;
let member: string;

beforeAll(async () => {
  test = await startTestService({}, clock);
  await addNamespace(test.service, "Acme", { teamId: 1 });
  await addNamespace(test.service, "Other-Team", { teamId: 1 });
  member = (await addUser(test.service, { email: "member@example.test", teamId: 1 })).key;
  const make = async (ownerSlug: string, name: string) =>
    [name, (await test.call(createRepo, { params: { ownerSlug }, body: { name } })).id] as const;
  const names = ["Api", "Web", "Web-Docs", "acme-tools"];
  ids = Object.fromEntries([
    ...(await Promise.all(names.map((name) => make("acme", name)))),
    await make("other-team", "Far"),
  ]);
});
afterAll(() => test.close());

const names = (response: { body: unknown }) =>
  z
    .object({ repositories: z.array(z.object({ name: z.string() })) })
    .parse(response.body)
    .repositories.map(({ name }) => name);

it("can't be created or listed in unknown namespaces", async () => {
  const { id: appId } = await addApp(test);
  const path = "/admin/v1/namespaces/none/installations";
  const notFound = { status: 404, body: { error: { code: "namespace_not_found" } } };
  expect(await test.send("POST", path, { key: test.keys.admin, body: { appId } })).toMatchObject(notFound);
  expect(await test.send("GET", path, { key: test.keys.admin })).toMatchObject(notFound);
});

describe("List App Installations", () => {
  it("lists an app's installations in pages, by id", async () => {
    const app = await addApp(test);
    const ids: string[] = [];
    for (const namespaceSlug of ["acme", "other-team"]) {
      ids.push((await installedApp(test, { scopes, namespaceSlug, app })).installationId);
    }
    const list = (query: QueryInputOf<typeof listAppInstallations>) =>
      test.call(listAppInstallations, { key: app.jwt(), query });
    const first = await list({ pageSize: "1" });
    const second = await list({ pageToken: first.nextPageToken });
    expect([...first.installations, ...second.installations].map(({ id }) => id)).toEqual(ids.sort());
    expect([first.installations.length, second.nextPageToken]).toEqual([1, ""]);
  });
});

describe("List App Installation Repositories", () => {
  const list = (token: string, query = "") =>
    test.send("GET", `/v1/repohost/installation/repos${query}`, { key: token });

  it.each([
    ["H-INST-31: empty", "", ["acme-tools", "Api", "Web", "Web-Docs"]],
    ["H-INST-27: part of a name", "WEB", ["Web", "Web-Docs"]],
    ["H-INST-28: part of the owner", "cme", ["acme-tools", "Api", "Web", "Web-Docs"]],
    ["H-INST-29: owner and name", "AC/docs", ["Web-Docs"]],
    ["H-INST-29: owner and name swapped", "web/acme", []],
    ["H-INST-30: surrounding whitespace", "  api ", ["Api"]],
    ["two slashes", "acme/web/x", []],
    ["a wildcard is literal", "%", []],
  ])("H-INST-26: filters by %s", async (_name, filter, expected) => {
    const { token } = await installedApp(test, { scopes });
    expect(names(await list(token, `?filter=${encodeURIComponent(filter)}`))).toEqual(expected);
  });

  it("H-INST-32: paginates, with tokens bound to the filter", async () => {
    const { token } = await installedApp(test, { scopes });
    const first = await list(token, "?filter=web&pageSize=1");
    const { nextPageToken } = first.body as { nextPageToken: string };
    expect([...names(first), ...names(await list(token, `?filter=web&pageToken=${nextPageToken}`))]).toEqual([
      "Web",
      "Web-Docs",
    ]);
    expect(await list(token, `?filter=api&pageToken=${nextPageToken}`)).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
  });

  it("H-REPO-11 lists repositories in the format of Get Repo", async () => {
    const { token } = await installedApp(test, { scopes });
    const { body } = await test.send("GET", "/v1/repohost/installation/repos", { key: token });
    const { repositories } = Object(body);
    expect(repositories.length).toBeGreaterThan(1);
    for (const repository of repositories) {
      const one = await test.send("GET", `/v1/repohost/repos/${repository.fullName}`, { key: token });
      expect(one.body).toEqual(repository);
    }
  });

  it("lists selected repositories", async () => {
    const { token } = await installedApp(test, { scopes, repositories: ["API"] });
    const response = await list(token);
    expect(names(response)).toEqual(["Api"]);
    expect(response.body).toMatchObject({ repoSelectionMode: "selected" });
  });
});

describe("List Installations", () => {
  it("lists installed apps with publisher and repositories, without deleted installations", async () => {
    const all = await installedApp(test, { scopes });
    const some = await installedApp(test, { scopes, repositories: ["api"] });
    const deleted = await installedApp(test, { scopes });
    const removed = `/admin/v1/installations/${deleted.installationId}`;
    expect((await test.send("DELETE", removed, { key: test.keys.admin })).status).toBe(200);
    const { installations } = await test.call(listInstallations, {
      params: { namespaceSlug: "acme" },
      key: test.keys.admin,
    });
    const found = (id: string) => installations.find((each) => each.id === id);
    expect(found(all.installationId)).toMatchObject({ repoSelectionMode: "all", appId: all.app.id });
    expect(found(all.installationId)).not.toHaveProperty("repositories");
    expect(found(some.installationId)).toMatchObject({
      app: { id: some.app.id, displayName: "Builder", installationRedirectUris: [] },
      repositories: [{ id: ids.Api, name: "Api" }],
    });
    expect(found(some.installationId)?.app.namespaceSlug.toLowerCase()).toBe("acme");
    expect(found(deleted.installationId)).toBeUndefined();
  });

  it("lists the newest first, then by app id, with repositories by name", async () => {
    await addNamespace(test.service, "Ordered", { teamId: 1 });
    const params = { ownerSlug: "ordered" };
    for (const name of ["beta", "Alpha"]) await test.call(createRepo, { params, body: { name } });
    const namespaceSlug = "ordered";
    const older = await installedApp(test, { scopes, namespaceSlug, repositories: ["beta", "alpha"] });
    clock.advance(1_000);
    const newer = await installedApp(test, { scopes, namespaceSlug });
    const list = async () =>
      (await test.call(listInstallations, { params: { namespaceSlug }, key: test.keys.admin })).installations;
    const listed = await list();
    const ids = [newer, older].map(({ installationId }) => installationId);
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed[1]?.repositories?.map(({ name }) => name)).toEqual(["Alpha", "beta"]);
    await test.service.db.update(installations).set({ createdAt: 1 }).where(inArray(installations.id, ids));
    expect((await list()).map(({ appId }) => appId)).toEqual([newer.app.id, older.app.id].sort());
  });
});

describe("Add App Installation Repositories", () => {
  const add = (id: string, repoIds: unknown, key = test.keys.user, namespace = "acme") =>
    test.send("POST", `/v1/repohost/namespaces/${namespace}/installations/${id}/repos`, { key, body: { repoIds } });
  const reach = async (token: string) =>
    names(await test.send("GET", "/v1/repohost/installation/repos", { key: token }));

  it("H-INST-01 H-INST-05 H-INST-06 H-INST-07: adds to the selection without changing scopes", async () => {
    const { token, installationId, app } = await installedApp(test, { scopes, repositories: ["api"] });
    const before = await test.send("GET", `/v1/repohost/app/installations/${installationId}`, { key: app.jwt() });
    const added = await add(installationId, [ids.Web, ids.Api, ids.Web]);
    expect(added).toMatchObject({ status: 200, body: { scopes: (before.body as { scopes: string[] }).scopes } });
    expect(await reach(token)).toEqual(["Api", "Web"]);
    clock.advance(5_000);
    expect((await add(installationId, [ids.Web])).body).toEqual(added.body);
  });

  it("H-INST-03 costs 5 points", async () => {
    const { installationId } = await installedApp(test, { scopes, repositories: [] });
    const used = async () => Object((await test.send("GET", "/v1/repohost/rate_limit", {})).body).rate.used;
    const before = await used();
    expect((await add(installationId, [ids.Web])).status).toBe(200);
    expect((await used()) - before).toBe(5);
  });

  it("H-INST-02: requires namespace admin", async () => {
    const { token, installationId, app } = await installedApp(test, { scopes, repositories: ["api"] });
    for (const key of [token, app.jwt(), member, test.keys.serviceAccount]) {
      const response = await add(installationId, [ids.Web], key);
      expect(response).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("namespace:installations:write") },
      });
    }
    expect((await add(installationId, [ids.Web], test.keys.user, "other-team")).status).toBe(404);
    expect((await add("inst_none", [ids.Web])).status).toBe(404);
  });

  it("H-INST-04 H-INST-08: rejects repositories outside the namespace, all or nothing", async () => {
    const { token, installationId } = await installedApp(test, { scopes, repositories: ["api"] });
    for (const repoIds of [
      [ids.Web, ids.Far],
      [ids.Web, "repo_none"],
    ]) {
      expect(await add(installationId, repoIds)).toMatchObject({ status: 400, body: { code: 9 } });
    }
    for (const repoIds of [undefined, [], "x"]) {
      expect(await add(installationId, repoIds)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await reach(token)).toEqual(["Api"]);
  });

  it("H-INST-12: never creates an installation", async () => {
    const app = await addApp(test);
    const before = await test.service.db.select({ id: installations.id }).from(installations);
    for (const id of ["inst_none", app.id]) expect((await add(id, [ids.Web])).status).toBe(404);
    expect(await test.service.db.select({ id: installations.id }).from(installations)).toHaveLength(before.length);
  });

  it("H-INST-09 H-INST-10 H-INST-11: rejects installations that cover all repositories, are suspended or have no scopes", async () => {
    const grantedTo = (id: string) =>
      test.service.db.$count(installationRepositories, eq(installationRepositories.installationId, id));
    const all = await installedApp(test, { scopes });
    expect(await add(all.installationId, [ids.Web])).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await grantedTo(all.installationId)).toBe(0);
    const { installationId } = await installedApp(test, { scopes, repositories: ["api"] });
    const set = (values: Partial<typeof installations.$inferInsert>) =>
      test.service.db.update(installations).set(values).where(eq(installations.id, installationId));
    for (const values of [
      { scopes: null, suspendedAt: null },
      { scopes, suspendedAt: 1 },
    ]) {
      await set(values);
      expect(await add(installationId, [ids.Web])).toMatchObject({ status: 400, body: { code: 9 } });
      expect(await grantedTo(installationId)).toBe(1);
    }
    await set({ suspendedAt: null });
    expect((await add(installationId, [ids.Web])).status).toBe(200);
  });
});

describe("signed receipts", () => {
  const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string(), x: z.string() })) });
  const published = async () => Keys.parse((await test.send("GET", "/v1/repohost/keys", { key: null })).body).keys;
  const redirect = "https://app.example.test/done?from=here";

  async function receipt(body: object = {}) {
    const app = await addApp(test, { installationRedirectUris: [redirect], defaultScopes: scopes });
    const path = "/admin/v1/namespaces/acme/installations";
    const input = { appId: app.id, redirectUri: redirect, installedBy: "admin@localhost", ...body };
    const response = await test.send("POST", path, { key: test.keys.admin, body: input });
    expect(response.status).toBe(200);
    const created = z.looseObject({ id: z.string(), redirectUrl: z.string() }).parse(response.body);
    const url = new URL(created.redirectUrl);
    const [head = "", claims = "", signature = ""] = (url.searchParams.get("installation_receipt") ?? "").split(".");
    const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return { app, created, url, header: read(head), claims: read(claims), text: `${head}.${claims}`, signature };
  }

  it("H-JWKS-01 H-JWKS-02: are verifiable with published keys, cacheable for ten minutes", async () => {
    const response = await test.send("GET", "/v1/repohost/keys", { key: null });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=600, stale-if-error=600");
    expect(response.body).toEqual({
      keys: [{ kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid: expect.any(String), x: expect.any(String) }],
    });
    const issuer = `${test.service.settings.servicePublicUrl}/v1/repohost`;
    expect((await test.send("GET", "/v1/repohost/.well-known/openid-configuration", { key: null })).body).toMatchObject(
      {
        issuer,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ["EdDSA"],
      },
    );
  });

  it("H-RCPT-01 H-RCPT-02 H-RCPT-03 H-RCPT-04 H-RCPT-05 H-RCPT-06 H-RCPT-07: are added to the redirect URL", async () => {
    const profile = (email: string, handle: string) =>
      test.send("PUT", `/admin/v1/teams/1/users/${email}`, { key: test.keys.admin, body: { handle } });
    expect((await profile("admin@localhost", "boss")).status).toBe(200);
    const { app, created, url, header, claims, text, signature } = await receipt({ state: "abc" });
    expect(`${url.origin}${url.pathname}?from=${url.searchParams.get("from")}`).toBe(redirect);
    const key = (await published()).find(({ kid }) => kid === header.kid);
    expect(header).toEqual({ alg: "EdDSA", kid: key?.kid, typ: "repohost-installation-receipt+jwt" });
    const jwk: JsonWebKey = { kty: "OKP", crv: "Ed25519", x: key?.x ?? "" };
    const publicKey = createPublicKey({ key: jwk, format: "jwk" });
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64url"))).toBe(true);
    expect(claims).toEqual({
      iss: `${test.service.settings.servicePublicUrl}/v1/repohost`,
      aud: app.id,
      sub: created.id,
      namespace_id: expect.stringMatching(/^ns_/),
      iat: expect.any(Number),
      exp: claims.iat + 300,
      jti: expect.any(String),
      installedBy: { id: expect.stringMatching(/^user_/), email: "admin@localhost", displayName: "Slipway Admin" },
      state: "abc",
    });
    expect((await receipt()).claims).not.toHaveProperty("state");
    await addUser(test.service, { email: "again@example.test", teamId: 1 });
    const consented = await receipt({ appId: app.id, installedBy: "again@example.test" });
    expect(consented.created.id).toBe(created.id);
    expect(consented.claims.installedBy).toMatchObject({ email: "again@example.test" });
    const asKey = `${text}.${signature}`;
    expect((await test.send("GET", "/v1/repohost/app", { key: asKey })).status).toBe(401);
  });

  it("aren't sent to unregistered redirect URIs", async () => {
    const app = await addApp(test, { installationRedirectUris: [redirect] });
    const body = { appId: app.id, redirectUri: `${redirect}&x` };
    const path = "/admin/v1/namespaces/acme/installations";
    const response = await test.send("POST", path, { key: test.keys.admin, body });
    expect(response).toMatchObject({ status: 400, body: { error: { field: "redirectUri" } } });
  });

  it("use a key that rotates weekly, with the old one published for a while and one new key per rotation", async () => {
    const [first] = await published();
    clock.advance(7 * 86_400_000 + 1000);
    const sets = await Promise.all(Array.from({ length: 6 }, published));
    for (const set of sets) expect(set.map(({ kid }) => kid)).toEqual([sets[0]?.[0]?.kid, first?.kid]);
    expect(sets[0]?.[0]?.kid).not.toBe(first?.kid);
    clock.advance(86_400_000);
    expect((await published()).map(({ kid }) => kid)).toEqual([sets[0]?.[0]?.kid]);
  });
});
