import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { grants } from "../core/store/tables/grants";
import { apiKeys } from "../core/store/tables/users";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "acme", { teamId: 1 });
});
afterAll(() => test.close());

const send = (method: string, path: string, body?: unknown, key = test.keys.admin) =>
  test.send(method, `/admin/v1/${path}`, { key, ...(body === undefined ? {} : { body }) });
const put = (email: string, body: object) => send("PUT", `teams/1/users/${email}`, body);

describe("users", () => {
  it("are created once, updated by email case-insensitively, and listed", async () => {
    const created = await put("Ada@Example.test", { firstName: "Ada", handle: "@ada" });
    expect(created).toMatchObject({ status: 200, body: { email: "ada@example.test", handle: "ada", isAdmin: false } });
    const changed = await put("ada@example.TEST", { lastName: "Lovelace", handle: null });
    expect(changed.body).toEqual({
      id: Object(created.body).id,
      email: "ada@example.test",
      firstName: "Ada",
      lastName: "Lovelace",
      isAdmin: false,
      isActive: true,
    });
    const { body } = await send("GET", "teams/1/users");
    expect(Object(body).users).toMatchObject([{ email: "ada@example.test" }, { email: "admin@localhost" }]);
  });

  it("can't be members of two teams", async () => {
    await addUser(test.service, { email: "elsewhere@example.test" });
    expect(await put("Elsewhere@example.test", { firstName: "Eve" })).toMatchObject({
      status: 409,
      body: { error: { code: "member_elsewhere" } },
    });
    const { body } = await send("GET", "teams/1/users");
    expect(JSON.stringify(body)).not.toContain("elsewhere@example.test");
  });

  it("are created once under concurrent requests", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => put("one@example.test", {})));
    expect(new Set(responses.map(({ body }) => Object(body).id)).size).toBe(1);
  });

  it("always include an admin of the team's namespaces, even under concurrent requests", async () => {
    await put("second@example.test", { isAdmin: true });
    const responses = await Promise.all(
      ["admin@localhost", "second@example.test"].flatMap((email) => [
        put(email, { isAdmin: false }),
        put(email, { isActive: false }),
      ]),
    );
    const lastAdmin = { status: 409, body: { error: { code: "last_admin" } } };
    expect(responses.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
    for (const response of responses) if (response.status !== 200) expect(response).toMatchObject(lastAdmin);
    const { body } = await send("GET", "teams/1/users");
    const admins = Object(body).users.filter(
      (each: { isAdmin: boolean; isActive: boolean }) => each.isAdmin && each.isActive,
    );
    expect(admins.length).toBeGreaterThan(0);
    await put("admin@localhost", { isAdmin: true, isActive: true });
  });

  it("can't authenticate once deactivated", async () => {
    await put("gone@example.test", {});
    const { body } = await send("POST", "teams/1/users/gone@example.test/keys", { name: "laptop" });
    const { key } = Object(body);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 200 });
    await put("gone@example.test", { isActive: false });
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 401 });
  });
});

describe("a member", () => {
  it("is added or updated by email, and has their previews ended", async () => {
    const member = "teams/1/members/Eli@example.test";
    const added = await send("PUT", member, { isAdmin: true, displayName: "Eli Example" });
    expect(added).toMatchObject({ status: 200, body: { email: "eli@example.test", isAdmin: true } });
    expect((await send("PUT", member, { isAdmin: false })).body).toEqual({
      id: Object(added.body).id,
      email: "eli@example.test",
      isAdmin: false,
    });
    expect(await send("DELETE", `${member}/previews`)).toMatchObject({
      status: 200,
      body: { email: "eli@example.test" },
    });
    expect(await send("DELETE", "teams/1/members/unknown@example.test/previews")).toMatchObject({
      status: 404,
      body: { error: { code: "user_not_found" } },
    });
  });

  it("can read the team's repositories and those granted to them, and none once deactivated", async () => {
    const { db, clock } = test.service;
    const { key, teamId } = await addUser(test.service, { email: "outsider@example.test" });
    const { id: namespaceId } = await addNamespace(test.service, "theirs", { teamId });
    const create = async (ownerSlug: string, name: string, as?: string) => {
      const call = { params: { ownerSlug }, body: { name }, ...(as === undefined ? {} : { key: as }) };
      return (await test.call(createRepo, call)).id;
    };
    const own = await create("acme", "widgets");
    const shared = await create("theirs", "shared", key);
    const hidden = await create("theirs", "hidden", key);
    const { body } = await put("reader@example.test", {});
    const reader = { principalKind: "user" as const, principalId: Object(body).id };
    const access = { ...reader, repositoryId: shared, permission: "read" as const };
    await db.insert(grants).values({ namespaceId, ...access, createdAt: clock.now() });
    const repositories = async () => {
      const response = await send("GET", "teams/1/members/reader@example.test/repositories");
      const { readable, denied } = Object(response.body);
      return [new Set(readable), new Set(denied)];
    };
    expect(await repositories()).toEqual([new Set([own, shared]), new Set([hidden])]);
    await put("reader@example.test", { isActive: false });
    expect(await repositories()).toEqual([new Set(), new Set([own, shared, hidden])]);
  });
});

describe("service accounts", () => {
  it("are listed by name", async () => {
    const created = await Promise.all(
      ["listed-b", "listed-a"].map((name) => send("POST", "teams/1/service-accounts", { name })),
    );
    const { body } = await send("GET", "teams/1/service-accounts");
    const listed = Object(body).serviceAccounts.filter(({ name }: { name: string }) => name.startsWith("listed-"));
    expect(listed).toEqual(created.map((response) => response.body).reverse());
    expect(listed[0]).toEqual({
      id: expect.stringMatching(/^sa_/),
      name: "listed-a",
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it("represent their user, who must be a member", async () => {
    expect(await send("POST", "teams/1/service-accounts", { name: "x", user: "nowhere@example.test" })).toMatchObject({
      status: 404,
      body: { error: { code: "user_not_found" } },
    });
    const hasUserSummary = async (user?: string) => {
      const account = await send("POST", "teams/1/service-accounts", { name: "x", ...(user ? { user } : {}) });
      const created = await send("POST", `service-accounts/${Object(account.body).id}/keys`, { name: "x" });
      const { key } = Object(created.body);
      const summary = await test.send("GET", "/v0/private-workers/summary", { key });
      expect(summary.status).toBe(200);
      return Object.keys(Object(summary.body)).includes("userSummary");
    };
    expect([await hasUserSummary("admin@localhost"), await hasUserSummary()]).toEqual([true, false]);
  });
});

describe("keys", () => {
  it("are shown once, stored as a hash, and listed by owner without admin keys", async () => {
    const account = await send("POST", "teams/1/service-accounts", { name: "ci", user: "admin@localhost" });
    const { id } = Object(account.body);
    const created = await send("POST", `service-accounts/${id}/keys`, { name: "runner" });
    const { key, id: keyId } = Object(created.body);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 200 });
    const listed = await send("GET", "teams/1/keys");
    expect(JSON.stringify(listed.body)).not.toContain(key);
    expect(Object(listed.body).keys).toContainEqual(expect.objectContaining({ id: keyId, owner: id, name: "runner" }));
    expect(JSON.stringify(listed.body)).not.toContain('"name":"admin"');
    expect(await send("DELETE", `keys/${keyId}`)).toMatchObject({ status: 200 });
    expect(await send("DELETE", `keys/${keyId}`)).toMatchObject({ status: 404 });
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 401 });
  });

  it("are listed by name for users, too", async () => {
    const created = await send("POST", "teams/1/users/admin@localhost/keys", { name: "laptop" });
    const { id } = Object(created.body);
    const listed = await send("GET", "teams/1/keys");
    expect(Object(listed.body).keys).toContainEqual(
      expect.objectContaining({ id, owner: "admin@localhost", name: "laptop" }),
    );
  });

  it("of a user expire, and can be deleted, but not the admin key", async () => {
    const expiresAt = "2099-01-01T00:00:00.000Z";
    const created = await send("POST", "teams/1/users/admin@localhost/keys", { name: "short", expiresAt });
    const { id, key } = Object(created.body);
    const { body } = await send("GET", "teams/1/keys");
    expect(Object(body).keys).toContainEqual(expect.objectContaining({ id, expiresAt }));
    expect(await send("DELETE", `keys/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await test.send("GET", "/v1/me", { key })).status).toBe(401);
    const [admin] = await test.service.db.select().from(apiKeys).where(eq(apiKeys.kind, "admin"));
    for (const keyId of [admin?.id, id]) {
      expect(await send("DELETE", `keys/${keyId}`)).toMatchObject({
        status: 404,
        body: { error: { code: "key_not_found" } },
      });
    }
  });

  it("of a service account are listed oldest first, with their scope or pool", async () => {
    const account = await send("POST", "teams/1/service-accounts", { name: "robots" });
    const { id: owner } = Object(account.body);
    const create = (body: object) => send("POST", `service-accounts/${owner}/keys`, body);
    const scoped = await create({ name: "scoped", agentScoped: true });
    const token = await create({ name: "token", registration: { pool: "gpu" } });
    const { id, registersUntil } = Object(token.body);
    const { body } = await send("GET", "teams/1/keys");
    const { keys } = Object(body);
    const times: string[] = keys.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort());
    const common = { owner, ownerName: "robots", createdAt: expect.stringMatching(/Z$/) };
    expect(keys).toContainEqual({ ...common, id: Object(scoped.body).id, name: "scoped", agentScoped: true });
    const registration = { pool: "gpu", expiresAt: registersUntil };
    expect(keys).toContainEqual({ ...common, id, name: "token", agentScoped: false, registration });
    expect(await create({ name: "x", agentScoped: true, registration: { pool: "gpu" } })).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "registration" } },
    });
    expect(await send("POST", "service-accounts/sa_unknown/keys", { name: "x" })).toMatchObject({
      status: 404,
      body: { error: { code: "service_account_not_found" } },
    });
  });

  it("are only created with the admin key", async () => {
    const path = "teams/1/users/admin@localhost/keys";
    expect(await send("POST", path, { name: "mine" }, test.keys.user)).toMatchObject({ status: 403 });
    expect(await send("POST", path, { name: "mine" }, test.keys.serviceAccount)).toMatchObject({ status: 403 });
  });
});

describe("groups", () => {
  it("H-CONV-09 have prefixed ids, and deleting one deletes its grants", async () => {
    await put("member@example.test", {});
    const created = await send("PUT", "teams/1/groups/core", { members: ["member@example.test"] });
    const { id } = Object(created.body);
    expect(id).toMatch(/^grp_/);
    const grant = { group: { id }, permission: "PERMISSION_ADMIN" };
    const granted = await test.send("POST", "/v1/repohost/owners/acme/grants", { body: grant });
    expect(granted.status).toBe(200);
    expect((await send("GET", "teams/1/groups")).body).toMatchObject({
      groups: [{ id, slug: "core", members: ["member@example.test"] }],
    });
    expect(await send("DELETE", "teams/1/groups/core")).toMatchObject({ status: 200, body: { id } });
    const { body } = await test.send("GET", "/v1/repohost/owners/acme/grants");
    expect(JSON.stringify(body)).not.toContain(id);
  });

  it("can't be deleted or emptied as the last admin of a namespace", async () => {
    const { body } = await send("PUT", "teams/1/groups/owners", { members: ["admin@localhost"] });
    const { id } = Object(body);
    const grants = "/v1/repohost/owners/acme/grants";
    await test.send("POST", grants, { body: { group: { id }, permission: "PERMISSION_ADMIN" } });
    const admins = { teamGroup: { kind: "admins" } };
    expect(await test.send("POST", grants, { body: { ...admins, permission: "PERMISSION_READ" } })).toMatchObject({
      status: 200,
    });
    const lastAdmin = { status: 409, body: { error: { code: "last_admin" } } };
    expect(await send("DELETE", "teams/1/groups/owners")).toMatchObject(lastAdmin);
    expect(await send("PUT", "teams/1/groups/owners", { members: [] })).toMatchObject(lastAdmin);
    expect((await send("GET", "teams/1/groups")).body).toMatchObject({ groups: [{ members: ["admin@localhost"] }] });
  });
});
