import { createHmac, createPublicKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace } from "../repositories/testing/repository-fixture";
import { addApp, keyIdOf, newKeyPair, signJwt, type TestApp } from "./testing/installation-fixture";

let test: TestService;
let app: TestApp;

beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "Acme", { teamId: 1 });
  app = await addApp(test);
});
afterAll(() => test.close());

const request = (key: string, path = "/v1/repohost/app") => test.send("GET", path, { key });
const now = () => Math.floor(test.service.clock.now() / 1000);
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a JWT of an app", () => {
  it("H-APP-36 H-AUTH-01 H-AUTH-04 H-AUTH-08: returns the app", async () => {
    expect(await request(app.jwt())).toMatchObject({ status: 200, body: { id: app.id, displayName: "Builder" } });
    expect((await request(app.jwt({ aud: ["other", "repohost-apps"] }))).status).toBe(200);
    expect((await request(app.jwt({ sub: app.id }))).status).toBe(200);
    expect((await request(app.jwt({ exp: now() + 3_600 }))).status).toBe(200);
  });

  it("H-AUTH-09 H-AUTH-10 H-KEY-11: is valid with any active key, by key id, until it is revoked", async () => {
    const { privateKey, publicKey } = newKeyPair();
    const path = `/v1/repohost/apps/${app.id}/signing_keys`;
    const { kid } = (await test.send("POST", path, { body: { publicKey } })).body as { kid: string };
    const claims = { iss: app.id, aud: "repohost-apps", iat: now(), exp: now() + 300 };
    const byKey = signJwt(privateKey, { alg: "EdDSA", kid }, claims);
    expect((await request(byKey)).status).toBe(200);
    // One key's id isn't valid for another key.
    expect((await request(signJwt(app.privateKey, { alg: "EdDSA", kid }, claims))).status).toBe(401);
    expect((await test.send("DELETE", `${path}/${kid}`)).status).toBe(204);
    expect((await request(byKey)).status).toBe(401);
    expect((await request(app.jwt())).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ["H-AUTH-09: an unknown kid", () => app.jwt({}, { kid: "none" })],
    ["the app's id as kid", () => app.jwt({}, { kid: app.id })],
    ["no kid", () => app.jwt({}, { kid: undefined })],
    ["NUL in the issuer", () => app.jwt({ iss: "a\0" })],
    ["NUL in the subject", () => app.jwt({ sub: "a\0" })],
    ["NUL in the kid", () => app.jwt({}, { kid: "a\0" })],
    ["a lone surrogate in the issuer", () => app.jwt({ iss: "\ud800" })],
    ["another audience", () => app.jwt({ aud: "other" })],
    ["no audience", () => app.jwt({ aud: undefined })],
    ["another app's name", () => app.jwt({ iss: "app_none" })],
    ["another subject", () => app.jwt({ sub: "user_1" })],
    ["no expiry", () => app.jwt({ exp: undefined })],
    ["an expiry in the past", () => app.jwt({ exp: now() - 1 })],
    ["an expiry more than an hour ahead", () => app.jwt({ exp: now() + 3_700 })],
    ["a non-numeric expiry", () => app.jwt({ exp: String(now() + 60) })],
    ["a start in the future", () => app.jwt({ nbf: now() + 600 })],
    ["an issue date in the future", () => app.jwt({ iat: now() + 600 })],
    ["an embedded key", () => app.jwt({}, { jwk: { kty: "OKP" } })],
    ["a critical extension", () => app.jwt({}, { crit: ["b64"], b64: false })],
    ["the algorithm none", () => app.jwt({}, { alg: "none" })],
    ["another algorithm", () => app.jwt({}, { alg: "HS256" })],
    ["another type", () => app.jwt({}, { typ: "repohost-installation-receipt+jwt" })],
    [
      "another key's signature",
      () =>
        signJwt(
          newKeyPair().privateKey,
          { alg: "EdDSA", kid: keyIdOf(app.publicKey) },
          { iss: app.id, aud: "repohost-apps", exp: now() + 60 },
        ),
    ],
    ["no signature", () => `${app.jwt().split(".").slice(0, 2).join(".")}.`],
    ["a fourth part", () => `${app.jwt()}.x`],
    [
      "a modified body",
      () => app.jwt().replace(/\.[^.]+\./, `.${base64url({ iss: app.id, aud: "repohost-apps", exp: now() + 60 })}.`),
    ],
    ["a body that isn't JSON", () => `${base64url({ alg: "EdDSA", kid: keyIdOf(app.publicKey) })}.AAAA.AAAA`],
    ["an oversized token", () => app.jwt({ extra: "x".repeat(9000) })],
  ])("is rejected with %s", async (_name, make) => {
    expect(await request(make())).toMatchObject({ status: 401, body: { code: 16 } });
  });

  it("is rejected if the public key was used as an HMAC secret", async () => {
    const key = createPublicKey(app.privateKey);
    for (const secret of [key.export({ format: "pem", type: "spki" }), key.export({ format: "der", type: "spki" })]) {
      const text = `${base64url({ alg: "HS256", kid: keyIdOf(app.publicKey) })}.${base64url({ iss: app.id, aud: "repohost-apps", exp: now() + 60 })}`;
      const signature = createHmac("sha256", secret).update(text).digest("base64url");
      expect((await request(`${text}.${signature}`)).status).toBe(401);
    }
  });

  it("H-AUTH-05 H-AUTH-07: is only valid for app operations", async () => {
    const namespaces = await request(app.jwt(), "/v1/repohost/namespaces");
    expect(namespaces).toMatchObject({ status: 403, body: { code: 7 } });
    const repos = await request(app.jwt(), "/v1/repohost/repos/acme/x");
    expect(repos).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("repository:metadata:read") },
    });
    const wrong = await request(test.keys.user);
    expect(wrong).toMatchObject({ status: 403, body: { message: expect.stringContaining("app:metadata:read") } });
    expect((await request(app.jwt(), "/v1/agents")).status).toBe(403);
    const limit = await request(app.jwt(), "/v1/repohost/rate_limit");
    expect(limit.status).toBe(200);
    const basic = `Basic ${Buffer.from(`x:${app.jwt()}`).toString("base64")}`;
    expect((await test.send("GET", "/v1/repohost/app", { key: null, headers: { authorization: basic } })).status).toBe(
      401,
    );
  });
});
