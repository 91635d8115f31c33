import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git, temporaryFolder } from "@/git/testing/git-fixture";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { grants } from "../../core/store/tables/grants";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { addApp, type InstalledApp, installedApp } from "./testing/installation-fixture";

const clock = new FakeClock({ running: true });
const granted = [
  "namespace:user_tokens:write",
  "repository:contents:write",
  "repository:pull_requests:write",
  "repository:pull_requests:reviews:write",
];
let hosted: HostedRepository;
let installed: InstalledApp;
let user: { userId: number };
let actorId: string;
let gadgets: { id: string };

const email = "Mia.Member@example.test";

beforeAll(async () => {
  hosted = await startHostedRepository({}, clock);
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  gadgets = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Gadgets" } });
  installed = await installedApp(hosted.test, { scopes: granted });
  user = await addUser(hosted.test.service, { email, teamId: 1 });
  const { db } = hosted.test.service;
  const set = { firstName: " Mia ", lastName: "Member" };
  const [row] = await db.update(users).set(set).where(eq(users.id, user.userId)).returning();
  actorId = row?.actorId ?? "";
});
afterAll(() => hosted.close());

const send = (method: string, path: string, key: string, body?: unknown) =>
  hosted.test.send(method, path.startsWith("/") ? path : `/v1/repohost/repos/${path}`, {
    key,
    ...(body === undefined ? {} : { body }),
  });
const mint = ({ app, installationId }: InstalledApp, body: unknown, jwt = app.jwt()) =>
  send("POST", `/v1/repohost/app/installations/${installationId}/user_access_tokens`, jwt, body);
async function tokenOf(body: object, from = installed): Promise<string> {
  const response = await mint(from, { userEmail: email, ...body });
  expect(response.status).toBe(200);
  return (response.body as { token: string }).token;
}

describe("Create Installation User Token", () => {
  it("H-TOKEN-09 H-TOKEN-10 H-TOKEN-12 H-TOKEN-13 H-TOKEN-16 H-TOKEN-17: identifies a member by id or email, and is short-lived", async () => {
    const now = Math.floor(clock.now() / 1000);
    for (const body of [{ userId: actorId }, { userEmail: email.toUpperCase() }]) {
      const short = await mint(installed, body, installed.app.jwt({ exp: now + 120 }));
      expect(short).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^oiu_[0-9a-f]{64}$/) } });
      expect(Date.parse((short.body as { expiresAt: string }).expiresAt)).toBe((now + 120) * 1000);
    }
    const { body } = await mint(installed, { userId: actorId });
    const lifetime = Date.parse((body as { expiresAt: string }).expiresAt) - clock.now();
    expect(lifetime).toBeGreaterThan(890_000);
    expect(lifetime).toBeLessThanOrEqual(900_000);
    expect((await mint(installed, { userId: actorId }, hosted.test.keys.user)).status).toBe(403);
  });

  it("H-TOKEN-11: is rejected without the installation scope", async () => {
    const other = await installedApp(hosted.test, { scopes: ["repository:contents:read"] });
    expect(await mint(other, { userEmail: email })).toMatchObject({
      status: 403,
      body: { code: 7, message: expect.stringContaining("namespace:user_tokens:write") },
    });
  });

  it("returns the same error for unknown users and non-members", async () => {
    await addUser(hosted.test.service, { email: "outsider@example.test" });
    const responses = [
      await mint(installed, { userEmail: "outsider@example.test" }),
      await mint(installed, { userEmail: "unknown@example.test" }),
      await mint(installed, { userId: `user_${"a".repeat(26)}` }),
    ];
    const bodies = responses.map(
      ({ status, body }) => `${status} ${JSON.stringify(body).replace(/"requestId":"[^"]*"/, "")}`,
    );
    expect(bodies[0]).toMatch(/^403/);
    expect(new Set(bodies).size).toBe(1);
  });

  it.each<[string, object]>([
    ["no user", {}],
    ["id and email", { userId: "user_x", userEmail: email }],
    ["a malformed id", { userId: "7" }],
    ["a malformed email", { userEmail: "mia" }],
    ["a scope not available to tokens", { userEmail: email, scopes: ["namespace:user_tokens:write"] }],
    ["an app scope", { userEmail: email, scopes: ["app:settings:write"] }],
    ["a repository twice", { userEmail: email, repositoryIds: ["a", "a"] }],
  ])("rejects %s", async (_name, body) => {
    expect(await mint(installed, body)).toMatchObject({ status: 400, body: { code: 3 } });
  });

  it.each<[string, () => object]>([
    ["a scope the installation lacks", () => ({ scopes: ["repository:settings:write"] })],
    ["a repository the installation lacks", () => ({ repositoryIds: [`repo_${"a".repeat(26)}`] })],
    [
      "a scope the member lacks on one of the repositories",
      () => ({ scopes: ["repository:contents:write"], repositoryIds: [hosted.repo.id, gadgets.id] }),
    ],
  ])("H-TOKEN-14 H-TOKEN-15: is denied %s", async (_name, limits) => {
    const { db, clock } = hosted.test.service;
    const { namespaceId = "" } = (await db.select().from(repositories).where(eq(repositories.id, gadgets.id)))[0] ?? {};
    const toMembers = { namespaceId, principalKind: "teamGroup", principalId: "members" } as const;
    const times = { createdAt: clock.now(), updatedAt: clock.now() };
    await db.insert(grants).values([
      { ...toMembers, ...times, permission: "read" },
      { ...toMembers, ...times, permission: "write", repositoryId: hosted.repo.id },
    ]);
    try {
      expect(await mint(installed, { userEmail: email, ...limits() })).toMatchObject({
        status: 403,
        body: { code: 7 },
      });
      const allowed = { scopes: ["repository:contents:write"], repositoryIds: [hosted.repo.id] };
      expect((await mint(installed, { userEmail: email, ...allowed })).status).toBe(200);
      const reading = { scopes: ["repository:contents:read"], repositoryIds: [hosted.repo.id, gadgets.id] };
      expect((await mint(installed, { userEmail: email, ...reading })).status).toBe(200);
    } finally {
      await db.delete(grants);
    }
  });

  it("H-TOKEN-14: is denied scopes beyond the member's permission, and those that only apps can use", async () => {
    const writes = ["settings", "rulesets", "checks"].map((each) => `repository:${each}:write`);
    const wide = await installedApp(hosted.test, { scopes: [...granted, ...writes] });
    const request = (scope: string) =>
      mint(wide, { userEmail: email, scopes: [scope], repositoryIds: [hosted.repo.id] });
    for (const scope of writes) {
      const denied = { status: 403, body: { code: 7, message: expect.stringContaining(scope) } };
      expect(await request(scope), scope).toMatchObject(denied);
    }
    const { db, clock } = hosted.test.service;
    const toMembers = { principalKind: "teamGroup", principalId: "members", permission: "read" } as const;
    await db.insert(grants).values({ namespaceId: hosted.repo.owner.id, ...toMembers, createdAt: clock.now() });
    try {
      // Users who can read can also review.
      expect((await request("repository:pull_requests:reviews:write")).status).toBe(200);
      expect((await request("repository:pull_requests:write")).status).toBe(403);
    } finally {
      await db.delete(grants);
    }
  });

  it("H-TOKEN-15: is denied read on a repository the member can't see", async () => {
    const { db, clock } = hosted.test.service;
    const { namespaceId = "" } = (await db.select().from(repositories).where(eq(repositories.id, gadgets.id)))[0] ?? {};
    const toMembers = { namespaceId, principalKind: "teamGroup", principalId: "members" } as const;
    await db.insert(grants).values({ ...toMembers, permission: "none", createdAt: clock.now() });
    try {
      const limits = { scopes: ["repository:contents:read"], repositoryIds: [gadgets.id] };
      expect(await mint(installed, { userEmail: email, ...limits })).toMatchObject({ status: 403, body: { code: 7 } });
    } finally {
      await db.delete(grants);
    }
  });

  it("returns 401 for another app's, an unknown or a suspended installation", async () => {
    const stranger = await addApp(hosted.test);
    expect((await mint({ ...installed, app: stranger }, { userEmail: email })).status).toBe(401);
    expect((await mint({ ...installed, installationId: "inst_none" }, { userEmail: email })).status).toBe(401);
    const other = await installedApp(hosted.test, { scopes: granted });
    const path = `/admin/v1/installations/${other.installationId}`;
    await send("PATCH", path, hosted.test.keys.admin, { suspended: true });
    expect((await mint(other, { userEmail: email })).status).toBe(401);
  });
});

describe("a user token", () => {
  it("H-ACTOR-05 H-ACTOR-09: acts as the member, performed via the app", async () => {
    const sha = await hosted.commit({ "b.txt": "b\n" });
    await hosted.push(`${sha}:refs/heads/topic`);
    const input = { title: "For Mia", head: "topic", base: "main" };
    const { status, body } = await send("POST", "acme/widgets/pulls", await tokenOf({}), input);
    expect(status).toBe(200);
    expect((body as { author: unknown }).author).toEqual({
      user: {
        id: actorId,
        email,
        displayName: "Mia Member",
        performedVia: { app: { id: installed.app.id, displayName: "Builder" } },
      },
    });
  });

  it("H-TOKEN-14 H-TOKEN-15: can be limited to scopes and repositories", async () => {
    const reading = await tokenOf({ scopes: ["repository:contents:read"] });
    expect((await send("GET", "acme/widgets/branches", reading)).status).toBe(200);
    expect((await send("GET", "acme/widgets/pulls", reading)).status).toBe(403);
    const one = await tokenOf({ repositoryIds: [gadgets.id] });
    expect((await send("GET", "acme/gadgets/branches", one)).status).toBe(200);
    expect((await send("GET", "acme/widgets/branches", one)).status).toBe(404);
  });

  it("has no more access than the member", async () => {
    const admins = await installedApp(hosted.test, { scopes: [...granted, "repository:settings:write"] });
    const token = await tokenOf({}, admins);
    const change = { deleteBranchOnMerge: true };
    expect((await send("PATCH", "acme/widgets", token, change)).status).toBe(403);
    expect((await send("PATCH", "acme/widgets", admins.token, change)).status).toBe(200);
    expect((await send("GET", "/v1/agents", token)).status).toBe(403);
    expect((await send("GET", "/v1/repohost/namespaces", token)).status).toBe(403);
  });

  it("H-AUTH-03: stops working when the member is deactivated or it expires", async () => {
    const { db } = hosted.test.service;
    const leaver = await addUser(hosted.test.service, { email: "leaver@example.test", teamId: 1 });
    const token = await tokenOf({ userEmail: "leaver@example.test" });
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(200);
    await db.update(users).set({ isActive: false }).where(eq(users.id, leaver.userId));
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(401);
    const late = await tokenOf({});
    clock.advance(15 * 60_000 + 1000);
    expect((await send("GET", "acme/widgets/branches", late)).status).toBe(401);
  });

  it("stops working while its installation is suspended, and when it is removed", async () => {
    const other = await installedApp(hosted.test, { scopes: granted });
    const token = await tokenOf({}, other);
    const status = async () => (await send("GET", "acme/widgets/branches", token)).status;
    const path = `/admin/v1/installations/${other.installationId}`;
    await send("PATCH", path, hosted.test.keys.admin, { suspended: true });
    expect(await status()).toBe(401);
    await send("PATCH", path, hosted.test.keys.admin, { suspended: false });
    expect(await status()).toBe(200);
    await send("DELETE", path, hosted.test.keys.admin);
    expect(await status()).toBe(401);
  });

  it("can push with git, recorded as the member via the app", async () => {
    const folder = await temporaryFolder();
    const token = await tokenOf({});
    const url = `${hosted.test.url.replace("://", `://x-access-token:${token}@`)}/acme/widgets.git`;
    await git(folder.path, "clone", "--quiet", url, "work");
    await commitFile(`${folder.path}/work`, "d.txt", "d\n");
    await git(`${folder.path}/work`, "push", "--quiet", "origin", "HEAD:refs/heads/by-mia");
    await folder.remove();
    const rows = await hosted.test.service.db.select().from(refUpdates).where(eq(refUpdates.ref, "refs/heads/by-mia"));
    expect(rows).toMatchObject([{ userId: user.userId, appId: installed.app.id }]);
  });

  it("requires repository:contents:write to delete another user's comment", async () => {
    const sha = await hosted.commit({ "e.txt": "e\n" });
    await hosted.push(`${sha}:refs/heads/talk`);
    const input = { title: "Talk", head: "talk", base: "main" };
    const { body } = await send("POST", "acme/widgets/pulls", hosted.test.keys.user, input);
    const { number } = body as { number: string };
    const created = await send("POST", `acme/widgets/pulls/${number}/comments`, hosted.test.keys.user, {
      body: "Mine",
    });
    const path = `acme/widgets/pulls/comments/${(created.body as { id: string }).id}`;
    const reviewToken = await installed.mint({ scopes: ["repository:pull_requests:reviews:write"] });
    expect(await send("DELETE", path, reviewToken)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("repository:contents:write") },
    });
    expect((await send("DELETE", path, await installed.mint())).status).toBe(204);
  });
});
