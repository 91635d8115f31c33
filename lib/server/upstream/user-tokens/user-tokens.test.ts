import { generateKeyPairSync } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { updateInstallation } from "@/lib/contract/admin/installations/update-installation";
import { callPath } from "@/lib/contract/client-path";
import { createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { deleteGitRef } from "@/lib/contract/hosting/git-data/delete-git-ref";
import { upsertNamespaceGrant } from "@/lib/contract/hosting/grants/upsert-namespace-grant";
import { upsertRepositoryGrant } from "@/lib/contract/hosting/grants/upsert-repository-grant";
import { syncMirror } from "@/lib/contract/hosting/mirrors/sync-mirror";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import type { Operation, Role } from "@/lib/contract/operation";
import { systemIds } from "@/lib/core/ids";
import { readSettings } from "@/lib/core/settings/settings";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { createCredentials } from "@/lib/server/upstream/credentials";
import { userNamespacePage } from "@/lib/server/upstream/user-namespaces";
import { apps } from "@/service/core/store/tables/apps";
import { grants } from "@/service/core/store/tables/grants";
import { users } from "@/service/core/store/tables/users";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { readSigningKey } from "./app-jwt";
import { createDashboardApp, dashboardAppFile } from "./dashboard-app";
import { findInstallation } from "./installations";
import { createUserTokens, type UserTokens } from "./user-tokens";

const clock = new FakeClock({ running: true });
let test: TestService;
let shared: Service;
let tokens: UserTokens;
const repository = { ownerSlug: "demo", repoName: "orders" };
const who = (name: string, role: Role = "operator") => ({
  user: { email: `${name.toLowerCase()}@users.test`, name: `${name} User`, role },
  ...repository,
});

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" }, clock);
  // The demo's pull requests are opened once the service is up.
  await vi.waitFor(async () => expect((await pulls()).length).toBeGreaterThan(0), { timeout: 50_000 });
});
afterAll(() => test.close());

beforeEach(() => {
  shared = {
    address: { base: test.url, repohostPrefix: "/v1/repohost" },
    credentials: createCredentials(readSettings({ DATA_DIR: test.dataDir })),
    clock,
    ids: systemIds,
  };
  tokens = createUserTokens(shared, { own: createDashboardApp(test.dataDir, shared) });
});

async function pulls() {
  const query = { state: "all", pageSize: "1" } as const;
  return (await test.call(listPullRequests, { params: repository, query })).pullRequests;
}

/** Returns the author of a pull request opened with a credential, or undefined if it was rejected. */
async function actor(token: string) {
  const [pull] = await pulls();
  const path = `/v1/repohost/repos/demo/orders/pulls/${pull?.number}/comments`;
  const response = await test.send("POST", path, { key: token, body: { body: "hello" } });
  return (response.body as { author?: { user?: object } }).author?.user ?? response.status;
}

const ownApp = async () => {
  const { id, privateKey } = JSON.parse(await readFile(join(test.dataDir, dashboardAppFile), "utf8"));
  return { id: String(id), privateKey: readSigningKey(String(privateKey)) };
};

describe("acting as a user on the embedded service", () => {
  it("registers the user and creates the app on the first action", async () => {
    expect(await actor(await tokens.tokenFor(who("Mia")))).toMatchObject({
      email: "mia@users.test",
      displayName: "Mia User",
    });
    expect((await stat(join(test.dataDir, dashboardAppFile))).mode & 0o777).toBe(0o600);
    const later = createUserTokens(shared, { own: createDashboardApp(test.dataDir, shared) });
    expect(await actor(await later.tokenFor(who("Noa")))).toMatchObject({ email: "noa@users.test" });
  });

  it("uses an app that a namespace admin can't add keys to", async () => {
    await tokens.tokenFor(who("Mia"));
    const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();
    const path = `/v1/repohost/apps/${(await ownApp()).id}/signing_keys`;
    expect((await test.send("POST", path, { body: { publicKey } })).status).toBe(404);
  });

  it("requests one token at a time, caches it until its last minute, and drops a rejected one", {
    tags: ["long"],
  }, async () => {
    const [first, same] = await Promise.all([tokens.tokenFor(who("Mia")), tokens.tokenFor(who("Mia"))]);
    expect(same).toBe(first);
    expect(await tokens.tokenFor(who("Noa"))).not.toBe(first);
    clock.advance(13 * 60_000);
    expect(await tokens.tokenFor(who("Mia"))).toBe(first);
    tokens.rejected(who("Mia"));
    const second = await tokens.tokenFor(who("Mia"));
    expect(second).not.toBe(first);
    clock.advance(14.5 * 60_000);
    expect(await tokens.tokenFor(who("Mia"))).not.toBe(second);
  });

  it("finds a repository by id, and applies a changed role", async () => {
    const { body } = await test.send("GET", "/v1/repohost/repos/demo/orders", { key: test.keys.user });
    const byId = { ...who("Olu"), ownerSlug: "_", repoName: (body as { id: string }).id };
    const create = async (token: string) => {
      const name = systemIds.uuid();
      const rules = [{ ruleType: "non_fast_forward", parameters: {} }];
      const ruleset = { name, enforcement: "disabled", kind: "push_branch", includedRefNames: ["~ALL"], rules };
      const path = callPath(createRuleset, { ...repository });
      return (await test.send("POST", path, { key: token, body: ruleset })).status;
    };
    expect(await create(await tokens.tokenFor(byId))).toBe(403);
    expect(await create(await tokens.tokenFor(who("Olu", "admin")))).toBe(200);
    expect(await create(await tokens.tokenFor(byId))).toBe(403);
  });

  it("keeps the role of a user who also uses an API token with a lower one", async () => {
    const admin = who("Ivy", "admin");
    const limited = { ...admin, user: { ...admin.user, role: "viewer", ownRole: "admin" } as const };
    const token = await tokens.tokenFor(admin);
    expect(await tokens.tokenFor(limited)).toBe(token);
    tokens.rejected(admin);
    await tokens.tokenFor(limited);
    const [row] = await test.service.db.select().from(users).where(eq(users.email, admin.user.email));
    expect(row?.isTeamAdmin).toBe(true);
  });

  it("registers the user's current role, not the one of an old connection, and lets viewers only read", async () => {
    let current: Role = "operator";
    const now = { ...shared, roleOf: async () => current };
    tokens = createUserTokens(now, { own: createDashboardApp(test.dataDir, now) });
    const [pull] = await pulls();
    const path = `/v1/repohost/repos/demo/orders/pulls/${pull?.number}`;
    const rename = async () => {
      const key = await tokens.tokenFor(who("Uma", "admin"));
      return (await test.send("PATCH", path, { key, body: { title: "Renamed" } })).status;
    };
    expect(await rename()).toBe(200);
    const stored = async () => (await test.service.db.select().from(users).where(eq(users.email, "uma@users.test")))[0];
    expect(await stored()).toMatchObject({ isTeamAdmin: false, isReadOnly: false });
    current = "viewer";
    tokens.rejected(who("Uma"));
    expect(await rename()).toBe(403);
    expect(await stored()).toMatchObject({ isTeamAdmin: false, isReadOnly: true });
  });

  it("makes calls in a repository with the user's permissions, regardless of the dashboard's key", async () => {
    const credentials = createCredentials(readSettings({ DATA_DIR: test.dataDir }), { hosting: tokens });
    const acting = who("Rae");
    const sha = "0".repeat(40);
    const send = async (operation: Operation, path: string, body?: unknown) => {
      const authorization = await credentials.authorization(operation, acting);
      const key = authorization.replace("Bearer ", "");
      return (await test.send(operation.method, path, { key, ...(body === undefined ? {} : { body }) })).status;
    };
    const statuses = () =>
      Promise.all([
        send(getRepo, callPath(getRepo, repository)),
        send(listPullRequests, callPath(listPullRequests, repository)),
        send(createCommitFromFiles, callPath(createCommitFromFiles, repository), {
          targetBranch: "main",
          expectedHeadSha: sha,
          message: "Change",
          author: { name: "Rae", email: "rae@users.test" },
          files: [{ path: "README.md", content: "hi" }],
        }),
        send(createGitRef, callPath(createGitRef, repository), { ref: "refs/heads/new", sha }),
        send(deleteGitRef, callPath(deleteGitRef, { ...repository, ref: "heads/main" })),
      ]);
    const members = { teamGroup: { kind: "members" } } as const;
    const params = { ownerSlug: "demo" };
    await test.call(upsertNamespaceGrant, { params, body: { ...members, permission: "PERMISSION_READ" } });
    expect(await statuses()).toEqual([200, 200, 403, 403, 403]);
    await test.service.db.update(grants).set({ permission: "none" });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
    expect(await send(syncMirror, callPath(syncMirror, repository), { ref: "refs/heads/main" })).toBe(404);
    await test.service.db.delete(grants);
  });

  it("lists only namespaces and repositories the user has access to, unlike the dashboard's key", async () => {
    const credentials = createCredentials(readSettings({ DATA_DIR: test.dataDir }), { hosting: tokens });
    const service = { ...shared, credentials };
    const { user } = who("Sol");
    const slugs = async () =>
      (await userNamespacePage(service, user, {})).namespaces.map(({ namespace }) => namespace.slug);
    const names = async () => {
      const path = callPath(listRepos, { ownerSlug: "demo" });
      const acting = { user, ownerSlug: "demo" };
      return (await callWith(service, listRepos, { path, acting })).repositories.map(({ name }) => name);
    };
    await test.call(createRepo, { params: { ownerSlug: "demo" }, body: { name: "payroll" } });
    expect(await names()).toEqual(["orders", "payroll"]);
    expect(await slugs()).toEqual(["demo"]);

    const members = { teamGroup: { kind: "members" } } as const;
    const params = { ownerSlug: "demo" };
    await test.call(upsertNamespaceGrant, { params, body: { ...members, permission: "PERMISSION_READ" } });
    await test.service.db.update(grants).set({ permission: "none" });
    expect(await slugs()).toEqual([]);
    await expect(names()).rejects.toMatchObject({ status: 404 });
    expect((await callWith(shared, listNamespaces, { path: callPath(listNamespaces, {}) })).namespaces).toHaveLength(1);

    const [row] = await test.service.db.select().from(users).where(eq(users.email, user.email));
    const body = { user: { id: row?.actorId ?? "" }, permission: "read" } as const;
    await test.call(upsertRepositoryGrant, { params: repository, body });
    expect(await slugs()).toEqual(["demo"]);
    expect(await names()).toEqual(["orders"]);
    await test.service.db.delete(grants);
  });

  it("is rejected with a message for users who can't be members, and while the app is suspended", async () => {
    const elsewhere = { ...who("Mia"), ownerSlug: "unknown" };
    await expect(tokens.tokenFor(elsewhere)).rejects.toThrow();
    await tokens.tokenFor(who("Mia"));
    const app = await ownApp();
    const installation = await findInstallation(shared, app, "DEMO");
    const path = callPath(updateInstallation, { installationId: installation?.id ?? "" });
    await callWith(shared, updateInstallation, { path, body: { suspended: true } });
    await expect(tokens.tokenFor(who("Pia"))).rejects.toMatchObject({
      status: 403,
      message: "The dashboard's app is suspended in demo, so requests can't be made on behalf of users.",
    });
    await callWith(shared, updateInstallation, { path, body: { suspended: false } });
    expect(await tokens.tokenFor(who("Pia"))).toMatch(/^oiu_/);
  });

  it("recreates an app that the service lost", async () => {
    await tokens.tokenFor(who("Mia"));
    const before = await ownApp();
    await test.service.db.update(apps).set({ deletedAt: clock.now() }).where(eq(apps.id, before.id));
    expect(await actor(await tokens.tokenFor(who("Quy")))).toMatchObject({ email: "quy@users.test" });
    expect((await ownApp()).id).not.toBe(before.id);
  });
});

describe("acting as a user on a remote service", () => {
  it("uses the app from the settings, and reports where it isn't installed or the user isn't a member", async () => {
    await tokens.tokenFor(who("Mia"));
    const app = await ownApp();
    const remote = createUserTokens(shared, { configured: app });
    expect(await actor(await remote.tokenFor(who("Mia")))).toMatchObject({ email: "mia@users.test" });
    await expect(remote.tokenFor(who("Stranger"))).rejects.toMatchObject({
      status: 403,
      message: "You don't have access to demo: stranger@users.test is not a member of demo.",
    });
    await expect(remote.tokenFor({ ...who("Mia"), ownerSlug: "unknown" })).rejects.toThrow(
      "is not installed in unknown",
    );
    await rm(join(test.dataDir, dashboardAppFile));
  });

  it("uses the shared key without one", async () => {
    const key = "k".repeat(16);
    const settings = readSettings({ SERVICE_URL: "https://s.example", AGENTS_API_KEY: key });
    const caller = { actsAs: "user", family: "repohost" } as const;
    const unused = { tokenFor: async () => "token", rejected: () => {} };
    expect(await createCredentials(settings, { hosting: unused }).authorization(listRepos, who("Mia"))).toBe(
      `Bearer ${key}`,
    );
    expect(await createCredentials(settings).authorization(caller, who("Mia"))).toBe(`Bearer ${key}`);
  });
});
