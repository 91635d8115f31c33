import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteApp } from "@/lib/contract/admin/apps/delete-app";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { updateInstallation } from "@/lib/contract/admin/installations/update-installation";
import { updateNamespace } from "@/lib/contract/admin/namespaces/update-namespace";
import { addAppInstallationRepositories } from "@/lib/contract/hosting/installations/add-app-installation-repositories";
import { deleteAppInstallation } from "@/lib/contract/hosting/installations/delete-app-installation";
import { getAppInstallation } from "@/lib/contract/hosting/installations/get-app-installation";
import type { Repo } from "@/lib/contract/hosting/repo";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { BodyInputOf } from "@/lib/contract/operation";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace } from "../repositories/testing/repository-fixture";
import { type Receiver, startReceiver } from "../webhooks/testing/webhook-fixture";
import { addApp, type TestApp } from "./testing/installation-fixture";

let test: TestService;
let receiver: Receiver;
let app: TestApp;
let repos: Repo[];

beforeAll(async () => {
  test = await startTestService({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  await addNamespace(test.service, "Acme", { teamId: 1 });
  const params = { ownerSlug: "acme" };
  repos = [];
  for (const name of ["One", "Two"]) repos.push(await test.call(createRepo, { params, body: { name } }));
  receiver = await startReceiver();
});
afterAll(async () => {
  await test.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.received.splice(0);
  // Without subscriptions: installation events are always sent.
  app = await addApp(test, { webhookUrl: receiver.url });
});

const admin = () => test.keys.admin;
const install = (body: Partial<BodyInputOf<typeof installApp>> = {}, namespaceSlug = "acme") =>
  test.call(installApp, {
    key: admin(),
    params: { namespaceSlug },
    body: { appId: app.id, scopes: ["repository:contents:read"], installedBy: "admin@localhost", ...body },
  });
const get = (installationId: string) => test.call(getAppInstallation, { key: app.jwt(), params: { installationId } });
const ofApp = () => ({ id: app.id, displayName: "Builder" });
const none = { repositories: [], repositoriesCount: 0 };

describe("installation.*", () => {
  it("H-EVENT-46 H-INST-19 H-INST-20 created and updated contain the app and all fields of the installation", async () => {
    const { id } = await install();
    const created = await receiver.take("installation.created");
    const record = await get(id);
    expect(created.payload).toEqual({ app: ofApp(), installation: { ...record, ...none } });
    expect(record).toMatchObject({
      appId: app.id,
      updatedAt: expect.any(String),
      installedBy: { id: expect.stringMatching(/^user_/), email: "admin@localhost" },
    });
    expect(created.installationId).toBe(id);
    await install({ scopes: ["repository:checks:write"] });
    const updated = await receiver.take("installation.updated");
    const after = await get(id);
    expect(updated.payload).toEqual({ app: ofApp(), installation: { ...after, ...none } });
    expect(after.scopes).toContain("repository:checks:write");
    const [before, since] = [created, updated].map((each) => Object(each.payload.installation).updatedAt);
    expect([before, since]).toEqual([record.updatedAt, after.updatedAt]);
    expect(Date.parse(since)).toBeGreaterThanOrEqual(Date.parse(before));
  });

  it("H-EVENT-47 list and count the selected repositories", async () => {
    const { id } = await install({ repositories: ["one"] });
    const created = await receiver.take("installation.created");
    const [one, two] = repos.map(({ id, name, owner }) => ({ id, name, owner }));
    expect(created.payload).toMatchObject({ installation: { repositories: [one], repositoriesCount: 1 } });
    const params = { namespaceSlug: "acme", installationId: id };
    const add = () => test.call(addAppInstallationRepositories, { params, body: { repoIds: [two?.id ?? ""] } });
    await add();
    const updated = await receiver.take("installation.updated");
    expect(updated.payload).toMatchObject({ installation: { repositories: [one, two], repositoriesCount: 2 } });
    // Already granted: no change and no event.
    await add();
    await install();
    const last = await receiver.take("installation.updated");
    expect(last.payload).toMatchObject({ installation: { repoSelectionMode: "all", ...none } });
    expect(receiver.received).toHaveLength(3);
  });

  it("H-EVENT-48 H-EVENT-50 have five types; deleted contains deletedAt", async () => {
    const { id: installationId } = await install();
    const suspend = (suspended: boolean) =>
      test.call(updateInstallation, { key: admin(), params: { installationId }, body: { suspended } });
    await suspend(true);
    await suspend(true);
    await suspend(false);
    await install({ scopes: ["repository:checks:read"] });
    await test.call(deleteAppInstallation, { key: app.jwt(), params: { installationId } });
    const { payload } = await receiver.take("installation.deleted");
    expect(payload).toMatchObject({
      app: ofApp(),
      installation: { id: installationId, appId: app.id, deletedAt: expect.stringMatching(/^\d{4}-/) },
    });
    expect(receiver.received.map(({ type }) => type)).toEqual([
      "installation.created",
      "installation.suspended",
      "installation.unsuspended",
      "installation.updated",
      "installation.deleted",
    ]);
    const snapshots = receiver.received.map((each) => each.payload.installation as Record<string, unknown>);
    expect(snapshots.map((each) => "suspendedAt" in each)).toEqual([false, true, false, false, false]);
    expect(snapshots.map((each) => "deletedAt" in each)).toEqual([false, false, false, false, true]);
  });

  it("H-EVENT-49 updated is sent once per installation when a namespace is renamed", async () => {
    await addNamespace(test.service, "Before", { teamId: 1 });
    const { id } = await install({}, "before");
    const other = await addApp(test, { webhookUrl: receiver.url });
    await install({ appId: other.id }, "before");
    const path = "/admin/v1/namespaces/before";
    const taken = await test.send("PATCH", path, { key: admin(), body: { slug: "ACME" } });
    expect([taken.status, taken.body]).toEqual([400, { error: expect.objectContaining({ field: "slug" }) }]);
    const reserved = await test.send("PATCH", path, { key: admin(), body: { slug: "api" } });
    expect(reserved.status).toBe(400);
    const renamed = { key: admin(), params: { namespaceSlug: "before" }, body: { slug: "After" } };
    expect(await test.call(updateNamespace, renamed)).toMatchObject({ slug: "After" });
    const events = [await receiver.take("installation.updated"), await receiver.take("installation.updated")];
    expect(new Set(events.map((each) => each.headers["webhook-app-id"]))).toEqual(new Set([app.id, other.id]));
    const mine = events.find((each) => each.installationId === id);
    expect(mine?.payload).toMatchObject({
      installation: {
        target: { slug: "After" },
        scopes: expect.arrayContaining(["repository:contents:read"]),
        repoSelectionMode: "all",
      },
    });
    // Keeping the slug isn't a change.
    await test.call(updateNamespace, { key: admin(), params: { namespaceSlug: "after" }, body: { plan: "pro" } });
    await install({}, "after");
    await receiver.take(({ type, installationId }) => type === "installation.updated" && installationId === id);
    expect(receiver.received.filter(({ type }) => type === "installation.updated")).toHaveLength(3);
  });

  it("aren't sent for a deleted app", async () => {
    await install();
    await receiver.take("installation.created");
    await test.call(deleteApp, { key: admin(), params: { appId: app.id } });
    app = await addApp(test, { webhookUrl: receiver.url });
    await install();
    await receiver.take("installation.created");
    expect(receiver.received.map(({ type }) => type)).toEqual(["installation.created", "installation.created"]);
  });
});
