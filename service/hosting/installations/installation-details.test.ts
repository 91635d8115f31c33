import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { addApp, installedApp } from "./testing/installation-fixture";

const clock = new FakeClock({ running: true });
let hosted: HostedRepository;
let other: { id: string };

beforeAll(async () => {
  hosted = await startHostedRepository({}, clock);
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  other = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Gadgets" } });
});
afterAll(() => hosted.close());

const send = (method: string, path: string, key: string, body?: unknown) =>
  hosted.test.send(method, path.startsWith("/") ? path : `/v1/repohost/repos/${path}`, {
    key,
    ...(body === undefined ? {} : { body }),
  });
const tokensPath = (id: string) => `/v1/repohost/app/installations/${id}/access_tokens`;
const read = ["repository:contents:read"];

function cloneUrl(key: string, name = "acme/widgets", user = "x-access-token"): string {
  return `${hosted.test.url.replace("://", `://${user}:${key}@`)}/${name}.git`;
}

async function lsRemote(url: string): Promise<string> {
  return git(hosted.work, "ls-remote", url).catch((error: Error) => error.message);
}

describe("an installation", () => {
  const admin = (method: string, path: string, body?: unknown) =>
    send(method, `/admin/v1/${path}`, hosted.test.keys.admin, body);

  it("H-INST-22: deleting it, by the app or an admin, revokes its tokens immediately", async () => {
    for (const remove of [
      (id: string, jwt: string) => send("DELETE", `/v1/repohost/app/installations/${id}`, jwt),
      (id: string) => admin("DELETE", `installations/${id}`),
    ]) {
      const { app, token, installationId } = await installedApp(hosted.test, { scopes: read });
      expect((await remove(installationId, app.jwt())).status).toBeLessThan(300);
      expect((await send("GET", "acme/widgets/branches", token)).status).toBe(401);
      expect(await lsRemote(cloneUrl(token))).toMatch(/Authentication failed|could not read/i);
      expect((await send("POST", tokensPath(installationId), app.jwt(), {})).status).toBe(404);
      expect((await send("GET", `/v1/repohost/app/installations/${installationId}`, app.jwt())).status).toBe(404);
    }
  });

  it("H-INST-23: deleting the app revokes its tokens immediately", async () => {
    const { app, token } = await installedApp(hosted.test, { scopes: read });
    expect((await admin("DELETE", `apps/${app.id}`)).status).toBe(200);
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(401);
    expect((await send("GET", "/v1/repohost/app", app.jwt())).status).toBe(401);
    expect((await send("GET", `/v1/repohost/apps/${app.id}`, hosted.test.keys.user)).status).toBe(404);
  });

  it("H-INST-13 H-INST-16 H-INST-17 H-INST-18 H-INST-21 H-INST-24 H-INST-25: returns its details and when it was suspended", async () => {
    const { app, token, installationId } = await installedApp(hosted.test, { scopes: read, repositories: ["widgets"] });
    const path = `/v1/repohost/app/installations/${installationId}`;
    const { body } = await send("GET", path, app.jwt());
    expect(body).toEqual({
      id: installationId,
      appId: app.id,
      target: { slug: "Acme", id: expect.stringMatching(/^ns_/), type: "team" },
      repoSelectionMode: "selected",
      scopes: ["repository:contents:read", "repository:metadata:read"],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const suspend = (suspended: boolean) => admin("PATCH", `installations/${installationId}`, { suspended });
    expect((await suspend(true)).body).toMatchObject({ suspendedAt: expect.stringMatching(/Z$/) });
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(401);
    expect(await send("POST", tokensPath(installationId), app.jwt(), {})).toMatchObject({
      status: 400,
      body: { code: 9 },
    });
    expect((await suspend(false)).body).toEqual({ ...(body as object), updatedAt: expect.any(String) });
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(200);
  });

  it("H-INST-14: keeps its original installer when reinstalled", async () => {
    const app = await addApp(hosted.test, { defaultScopes: read });
    const install = (body: object) => admin("POST", "namespaces/acme/installations", { appId: app.id, ...body });
    const first = await install({ installedBy: "ADMIN@localhost" });
    const installedBy = { id: expect.stringMatching(/^user_/), email: "admin@localhost" };
    expect(first).toMatchObject({ status: 200, body: { installedBy, scopes: [...read, "repository:metadata:read"] } });
    await addUser(hosted.test.service, { email: "second@example.test", teamId: 1 });
    const limits = { scopes: ["repository:checks:write"], repositories: [other.id] };
    const again = await install({ ...limits, installedBy: "second@example.test" });
    expect(again.body).toMatchObject({
      id: (first.body as { id: string }).id,
      installedBy,
      repoSelectionMode: "selected",
      scopes: ["repository:metadata:read", "repository:checks:read", "repository:checks:write"],
    });
  });

  it("H-INST-15: has no installedBy if its installer is unknown", async () => {
    const app = await addApp(hosted.test, { defaultScopes: read });
    const { status, body } = await admin("POST", "namespaces/acme/installations", { appId: app.id });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("installedBy");
  });

  it.each([
    ["an unknown app", { appId: "app_none" }, "appId"],
    ["a user-only scope", { scopes: ["namespace:apps:read"] }, "scopes"],
    ["a repository of another namespace", { repositories: ["things"] }, "repositories"],
    ["an unknown user", { installedBy: "unknown@example.test" }, "installedBy"],
  ])("can't be created with %s", async (_name, input, field) => {
    const app = await addApp(hosted.test);
    const response = await admin("POST", "namespaces/acme/installations", { appId: app.id, ...input });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: expect.stringContaining(field) } },
    });
  });
});
