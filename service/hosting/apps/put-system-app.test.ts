import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { putSystemApp } from "@/lib/contract/admin/apps/put-system-app";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { listNamespaceApps } from "@/lib/contract/hosting/apps/list-namespace-apps";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { repositoryListScope } from "@/lib/contract/hosting/scope";
import { startTestService, type TestService } from "../../testing/test-service";
import { keyIdOf, newKeyPair, signJwt } from "../installations/testing/installation-fixture";
import { addNamespace } from "../repositories/testing/repository-fixture";

let test: TestService;
const { publicKey, privateKey } = newKeyPair();
const input = {
  publicKey,
  displayName: "Slipway",
  description: "Acts for users",
  defaultScopes: ["repository:metadata:read"],
};
const put = (body: object = {}) =>
  test.call(putSystemApp, { params: { namespaceSlug: "acme" }, body: { ...input, ...body }, key: test.keys.admin });

beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "acme", { teamId: 1 });
});
afterAll(() => test.close());

const jwt = (appId: string) => {
  const now = Math.floor(test.service.clock.now() / 1000);
  return signJwt(
    privateKey,
    { alg: "EdDSA", typ: "JWT", kid: keyIdOf(input.publicKey) },
    { iss: appId, aud: "repohost-apps", iat: now, exp: now + 600 },
  );
};

describe("the app of a dashboard", () => {
  it("is created once for each key, and updated without changing omitted webhook settings", async () => {
    const first = await put({ webhookUrl: "https://dashboard.test/hook", events: ["repository.pushed"] });
    const changed = { displayName: " Renamed ", description: "Acts for members" };
    const [second, third] = await Promise.all([put(changed), put(changed)]);
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(second).toMatchObject({
      displayName: "Renamed",
      description: "Acts for members",
      webhookUrl: "https://dashboard.test/hook",
      events: ["repository.pushed"],
    });
    expect((await test.send("GET", "/v1/repohost/app", { key: jwt(first.id) })).body).toMatchObject({ id: first.id });
    const other = { ...input, publicKey: newKeyPair().publicKey };
    expect((await put(other)).id).not.toBe(first.id);
  });

  it("can't be listed, read, changed, given keys or deleted by a namespace admin or an administrator", async () => {
    const { id } = await put();
    const { apps } = await test.call(listNamespaceApps, { params: { namespaceSlug: "acme" } });
    expect(apps.map((app) => app.id)).not.toContain(id);
    const at = `/v1/repohost/apps/${id}`;
    for (const [method, path, body] of [
      ["GET", at],
      ["PATCH", at, { displayName: "Mine" }],
      ["POST", `${at}/signing_keys`, { publicKey: newKeyPair().publicKey }],
      ["DELETE", `${at}/signing_keys/any`],
    ] as const) {
      const response = await test.send(method, path, body ? { body } : {});
      expect([method, response.status, response.body]).toMatchObject([method, 404, { message: "App not found" }]);
    }
    const deleted = await test.send("DELETE", `/admin/v1/apps/${id}`, { key: test.keys.admin });
    expect(deleted).toMatchObject({ status: 403, body: { error: { code: "role_forbidden" } } });
    expect((await test.send("GET", "/v1/repohost/app", { key: jwt(id) })).status).toBe(200);
  });

  it("lists with its token for a member only the namespaces where it is installed", async () => {
    await addNamespace(test.service, "other", { teamId: 1 });
    const { id: appId } = await put({ defaultScopes: ["namespace:user_tokens:write", repositoryListScope] });
    const body = { appId };
    const { id } = await test.call(installApp, { key: test.keys.admin, params: { namespaceSlug: "acme" }, body });
    const { token } = await test.call(createInstallationUserToken, {
      key: jwt(appId),
      params: { installationId: id },
      body: { userEmail: "admin@localhost" },
    });
    const slugs = async (key: string) =>
      (await test.call(listNamespaces, { key })).namespaces.map(({ namespace }) => namespace.slug);
    expect(await slugs(token)).toEqual(["acme"]);
    expect(await slugs(test.keys.user)).toEqual(expect.arrayContaining(["acme", "other"]));
  });

  it("requires a namespace that exists", async () => {
    const path = "/admin/v1/namespaces/none/system-app";
    const body = { ...input, publicKey: newKeyPair().publicKey };
    expect(await test.send("PUT", path, { body, key: test.keys.admin })).toMatchObject({
      status: 404,
      body: { error: { code: "namespace_not_found" } },
    });
  });

  it("requires the admin key", async () => {
    const response = await test.send("PUT", "/admin/v1/namespaces/acme/system-app", { body: input });
    expect(response.status).toBe(403);
  });
});
