import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteGroup } from "@/lib/contract/admin/grants/delete-group";
import { listGrantees } from "@/lib/contract/admin/grants/list-grantees";
import { listGroups } from "@/lib/contract/admin/grants/list-groups";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { grants, groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import { startTestService, type TestService } from "../../testing/test-service";
import { installedApp } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";

let test: TestService;
let mia: { key: string; id: string };
let tom: { key: string; id: string };
let outsider: { id: string };
let admin: string;
let group: string;
let foreign: string;

async function user(email: string, teamId?: number) {
  const { db } = test.service;
  const { key, userId, teamId: team } = await addUser(test.service, { email, ...(teamId ? { teamId } : {}) });
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return { key, id: row?.actorId ?? "", team };
}

const createGroup = async (teamId: number, slug: string, members: string[]) => {
  const params = { teamId: String(teamId), slug };
  return (await test.call(putGroup, { params, body: { members }, key: test.keys.admin })).id;
};

beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "Acme", { teamId: 1 });
  await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Widgets" } });
  await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Gadgets" } });
  mia = await user("mia@example.test", 1);
  tom = await user("tom@example.test", 1);
  const other = await user("other@example.test");
  outsider = other;
  const { db } = test.service;
  const [row] = await db.select().from(users).where(eq(users.email, "admin@localhost"));
  admin = row?.actorId ?? "";
  group = await createGroup(1, "reviewers", ["mia@example.test"]);
  foreign = await createGroup(other.team, "strangers", ["other@example.test"]);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.service.db.delete(grants);
});

const R = "/v1/repohost/repos/acme/widgets";
const onRepo = `${R}/grants`;
const onOwner = "/v1/repohost/owners/acme/grants";
const members = { teamGroup: { kind: "members" } };
const admins = { teamGroup: { kind: "admins" } };
const send = (method: string, path: string, body?: unknown, key = test.keys.user) =>
  test.send(method, path, { key, ...(body === undefined ? {} : { body }) });
const listed = async (path: string) => ((await send("GET", path)).body as { grants: unknown[] }).grants;
/** Removes the default permission of the team's members. */
const removeDefaults = async () => expect((await send("DELETE", onOwner, members)).status).toBe(204);
const reads = async (key: string, path = R) => (await send("GET", path, undefined, key)).status === 200;
const writes = async (key: string, path = R) =>
  (await send("POST", `${path}/git/refs`, { ref: "heads/x", sha: "0".repeat(40) }, key)).status;
const cost = async (call: () => Promise<unknown>) => {
  const used = async () => (await test.call(getRateLimit)).rate.used;
  const before = await used();
  await call();
  return (await used()) - before;
};

it("groups have only active members of their team", async () => {
  const put = (members: string[]) =>
    test.send("PUT", "/admin/v1/teams/1/groups/mixed", { key: test.keys.admin, body: { members } });
  expect(await put(["mia@example.test", "other@example.test"])).toMatchObject({
    status: 400,
    body: { error: { field: "members.1" } },
  });
  expect(await put(["other@example.test"])).toMatchObject({ status: 400, body: { error: { field: "members.0" } } });
  expect(await test.service.db.select().from(groups).where(eq(groups.slug, "mixed"))).toEqual([]);
});

it("groups are listed by slug with their members by email, and deleted with their grants", async () => {
  const key = test.keys.admin;
  const id = await createGroup(1, "authors", ["tom@example.test", "mia@example.test"]);
  expect((await test.call(listGroups, { params: { teamId: "1" }, key })).groups).toEqual([
    { id, slug: "authors", members: ["mia@example.test", "tom@example.test"] },
    { id: group, slug: "reviewers", members: ["mia@example.test"] },
  ]);
  for (const each of [id, group]) await send("POST", onRepo, { group: { id: each }, permission: "read" });
  const params = { teamId: "1", slug: "authors" };
  expect(await test.call(deleteGroup, { params, key })).toEqual({ id });
  const left = await test.service.db.select().from(grants);
  expect(left.map(({ principalId }) => principalId)).toEqual([group]);
  expect(await test.send("DELETE", "/admin/v1/teams/1/groups/authors", { key })).toMatchObject({
    status: 404,
    body: { error: { code: "group_not_found" } },
  });
});

it("grantees are listed by email and slug, with the names of users", async () => {
  const key = test.keys.admin;
  await createGroup(1, "empty", []);
  const { users: listedUsers, groups: teams } = await test.call(listGrantees, {
    params: { namespaceSlug: "acme" },
    key,
  });
  const emails = listedUsers.map(({ email }) => email);
  expect(emails).toEqual(expect.arrayContaining(["mia@example.test", "tom@example.test"]));
  expect(emails).toEqual([...emails].sort());
  expect(listedUsers).toContainEqual({ id: admin, email: "admin@localhost", displayName: "Slipway Admin" });
  expect(teams.map(({ slug, memberCount }) => [slug, memberCount])).toEqual([
    ["empty", 0],
    ["reviewers", 1],
  ]);
  expect(await test.send("GET", "/admin/v1/namespaces/none/grantees", { key })).toMatchObject({
    status: 404,
    body: { error: { code: "namespace_not_found" } },
  });
});

describe("repository grants", () => {
  it("H-GRANT-01 H-GRANT-02 H-GRANT-03 H-GRANT-08: can be given to users, groups and the team's built-in groups, and are listed in order", async () => {
    const bodies = [
      { user: { id: mia.id }, permission: "read" },
      { ...members, permission: "read" },
      { group: { id: group }, permission: "write" },
      { ...admins, permission: "admin" },
    ];
    for (const body of bodies) expect((await send("POST", onRepo, body)).status).toBe(200);
    const { body } = await send("GET", onRepo);
    expect(body).toEqual({
      grants: [
        { group: { id: group }, permission: "write" },
        { ...admins, permission: "admin" },
        { ...members, permission: "read" },
        { user: { id: mia.id, email: "mia@example.test" }, permission: "read" },
      ],
      repository: {
        id: expect.any(String),
        name: "Widgets",
        owner: { slug: "Acme", id: expect.any(String), type: "team" },
      },
      nextPageToken: "",
    });
    const first = (await send("GET", `${onRepo}?pageSize=3`)).body as { grants: unknown[]; nextPageToken: string };
    const rest = await listed(`${onRepo}?pageToken=${first.nextPageToken}`);
    expect([...first.grants, ...rest]).toEqual((body as { grants: unknown[] }).grants);
  });

  it("apply only to their repository, until they are removed", async () => {
    await removeDefaults();
    expect(await reads(mia.key)).toBe(false);
    await send("POST", onRepo, { group: { id: group }, permission: "read" });
    expect([await reads(mia.key), await reads(tom.key)]).toEqual([true, false]);
    expect(await reads(mia.key, "/v1/repohost/repos/acme/gadgets")).toBe(false);
    expect(await writes(mia.key)).toBe(403);
    await send("POST", onRepo, { user: { id: mia.id }, permission: "write" });
    expect(await writes(mia.key)).not.toBe(403);
    expect((await send("DELETE", onRepo, { user: { id: mia.id } })).status).toBe(204);
    expect(await writes(mia.key)).toBe(403);
    await createGroup(1, "reviewers", []);
    expect(await reads(mia.key)).toBe(false);
    await createGroup(1, "reviewers", ["mia@example.test"]);
  });

  it("H-GRANT-11 H-GRANT-12: reject no grantee, several grantees, and custom permissions", async () => {
    for (const body of [
      { permission: "read" },
      { user: { id: mia.id }, group: { id: group }, permission: "read" },
      { user: { id: mia.id }, permission: "custom" },
      { user: { id: mia.id } },
      { teamGroup: { kind: "everyone" }, permission: "read" },
    ]) {
      expect(await send("POST", onRepo, body)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await listed(onRepo)).toEqual([]);
  });

  it("H-GRANT-13: reject users outside the owner's team", async () => {
    for (const principal of [
      { user: { id: outsider.id } },
      { group: { id: foreign } },
      { user: { id: "user_none" } },
    ]) {
      const body = { ...principal, permission: "read" };
      expect(await send("POST", onRepo, body)).toMatchObject({ status: 400, body: { code: 9 } });
    }
  });

  it("accept exactly the grantees the service lists", async () => {
    const request = (slug: string) =>
      test.call(listGrantees, { params: { namespaceSlug: slug }, key: test.keys.admin });
    const { users: listedUsers, groups: teams, teamGroups } = await request("acme");
    expect(teamGroups).toBe(true);
    expect(teams).toContainEqual({ id: group, slug: "reviewers", memberCount: 1 });
    expect(teams.map(({ id }) => id)).not.toContain(foreign);
    expect(listedUsers).toContainEqual(expect.objectContaining({ id: mia.id, email: "mia@example.test" }));
    expect(listedUsers.map(({ id }) => id)).not.toContain(outsider.id);
    for (const principal of [
      ...listedUsers.map(({ id }) => ({ user: { id } })),
      ...teams.map(({ id }) => ({ group: { id } })),
    ]) {
      expect((await send("POST", onRepo, { ...principal, permission: "read" })).status).toBe(200);
    }
  });

  it("H-GRANT-14 H-GRANT-15 H-GRANT-18: are idempotent to add and remove", async () => {
    const body = { user: { id: mia.id }, permission: "write" };
    const first = await send("POST", onRepo, body);
    expect((await send("POST", onRepo, body)).body).toEqual(first.body);
    expect(await listed(onRepo)).toEqual([first.body]);
    expect((await send("DELETE", onRepo, { user: { id: tom.id } })).status).toBe(204);
    expect(await listed(onRepo)).toEqual([first.body]);
  });

  it("H-GRANT-06 H-GRANT-07 H-GRANT-19: don't list or remove inherited grants, and omit deleted grantees", async () => {
    await send("POST", onOwner, { user: { id: mia.id }, permission: "PERMISSION_WRITE" });
    expect(await listed(onRepo)).toEqual([]);
    await removeDefaults();
    expect((await send("DELETE", onRepo, { user: { id: mia.id } })).status).toBe(204);
    expect(await reads(mia.key)).toBe(true);
    const deleted = await createGroup(1, "deleted", []);
    await send("POST", onRepo, { group: { id: deleted }, permission: "read" });
    await test.service.db.delete(groups).where(eq(groups.id, deleted));
    expect(await listed(onRepo)).toEqual([]);
  });

  it("H-GRANT-04 H-GRANT-05 H-GRANT-09 H-GRANT-10 H-GRANT-16 H-GRANT-17: require their scopes and admin permission, and cost points", async () => {
    const body = { user: { id: mia.id }, permission: "read" };
    const { token } = await installedApp(test, { scopes: ["repository:settings:read"] });
    expect((await send("GET", onRepo, undefined, token)).status).toBe(200);
    for (const [method, sent] of [
      ["POST", body],
      ["DELETE", body],
    ] as const) {
      expect(await send(method, onRepo, sent, token)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("repository:settings:write") },
      });
      expect((await send(method, onRepo, sent, mia.key)).status).toBe(403);
    }
    const writer = await installedApp(test, { scopes: ["repository:settings:write"] });
    expect((await send("POST", onRepo, body, writer.token)).status).toBe(200);
    expect(await cost(() => send("GET", onRepo))).toBe(1);
    expect(await cost(() => send("POST", onRepo, body))).toBe(5);
    expect(await cost(() => send("DELETE", onRepo, body))).toBe(5);
  });
});

describe("namespace grants", () => {
  const defaults = [
    { ...admins, permission: "PERMISSION_ADMIN" },
    { ...members, permission: "PERMISSION_WRITE" },
  ];

  it("H-GRANT-20 H-GRANT-23 H-GRANT-24 H-GRANT-25 H-GRANT-28: list the team's access and grants, admins first", async () => {
    expect(await listed(onOwner)).toEqual(defaults);
    await send("POST", onRepo, { user: { id: tom.id }, permission: "admin" });
    await send("POST", onOwner, { group: { id: group }, permission: "PERMISSION_CONTRIBUTOR" });
    const { status, body } = await send("POST", onOwner, { user: { id: mia.id }, permission: "PERMISSION_ADMIN" });
    expect({ status, body }).toEqual({
      status: 200,
      body: { user: { id: mia.id, email: "mia@example.test" }, permission: "PERMISSION_ADMIN" },
    });
    await send("POST", onOwner, { ...members, permission: "PERMISSION_READ" });
    expect(await listed(onOwner)).toEqual([
      { ...admins, permission: "PERMISSION_ADMIN" },
      { user: { id: mia.id, email: "mia@example.test" }, permission: "PERMISSION_ADMIN" },
      { group: { id: group }, permission: "PERMISSION_CONTRIBUTOR" },
      { ...members, permission: "PERMISSION_READ" },
    ]);
  });

  it("H-GRANT-22 H-GRANT-31: apply to every repository, until they are removed", async () => {
    await removeDefaults();
    expect(await listed(onOwner)).toEqual([{ ...admins, permission: "PERMISSION_ADMIN" }]);
    expect(await reads(tom.key)).toBe(false);
    await send("POST", onOwner, { user: { id: tom.id }, permission: "PERMISSION_READ" });
    for (const name of ["widgets", "gadgets"]) {
      const path = `/v1/repohost/repos/acme/${name}`;
      expect([await reads(tom.key, path), await writes(tom.key, path)]).toEqual([true, 403]);
    }
    await send("POST", onOwner, { user: { id: tom.id }, permission: "PERMISSION_WRITE" });
    expect(await writes(tom.key)).not.toBe(403);
    expect((await send("DELETE", onOwner, { user: { id: tom.id } })).status).toBe(204);
    expect(await reads(tom.key)).toBe(false);
  });

  it("H-GRANT-21: reject custom permissions, no grantee and several grantees", async () => {
    for (const body of [
      { user: { id: mia.id }, permission: "PERMISSION_CUSTOM" },
      { user: { id: mia.id }, permission: "write" },
      { permission: "PERMISSION_READ" },
      { user: { id: mia.id }, ...members, permission: "PERMISSION_READ" },
    ]) {
      expect(await send("POST", onOwner, body)).toMatchObject({ status: 400, body: { code: 3 } });
    }
  });

  it("H-GRANT-34 H-GRANT-35: never leave the owner without an admin, even with concurrent requests", async () => {
    const rejected = { status: 400, body: { code: 9 } };
    expect(await send("DELETE", onOwner, admins)).toMatchObject(rejected);
    expect(await send("POST", onOwner, { ...admins, permission: "PERMISSION_WRITE" })).toMatchObject(rejected);
    expect(await listed(onOwner)).toEqual(defaults);
    await send("POST", onOwner, { user: { id: mia.id }, permission: "PERMISSION_ADMIN" });
    expect((await send("DELETE", onOwner, admins)).status).toBe(204);
    expect(await send("DELETE", onOwner, { user: { id: mia.id } }, mia.key)).toMatchObject(rejected);
    await send("POST", onOwner, { user: { id: tom.id }, permission: "PERMISSION_ADMIN" }, mia.key);
    const responses = await Promise.all([
      send("DELETE", onOwner, { user: { id: mia.id } }, mia.key),
      send("DELETE", onOwner, { user: { id: tom.id } }, tom.key),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  it("H-GRANT-36 H-GRANT-37: accept only groups of the owner's team", async () => {
    expect((await send("POST", onOwner, { group: { id: group }, permission: "PERMISSION_READ" })).status).toBe(200);
    const other = await send("POST", onOwner, { group: { id: foreign }, permission: "PERMISSION_READ" });
    expect(other).toMatchObject({ status: 400, body: { code: 9 } });
  });

  it("H-GRANT-26 H-GRANT-27 H-GRANT-29 H-GRANT-30 H-GRANT-32 H-GRANT-33: require their scopes and admin permission, and cost points", async () => {
    const body = { user: { id: admin }, permission: "PERMISSION_ADMIN" };
    const { token } = await installedApp(test, { scopes: ["namespace:settings:read"] });
    expect((await send("GET", onOwner, undefined, token)).status).toBe(200);
    for (const method of ["POST", "DELETE"]) {
      expect(await send(method, onOwner, body, token)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("namespace:settings:write") },
      });
      expect((await send(method, onOwner, body, mia.key)).status).toBe(403);
    }
    expect(await cost(() => send("GET", onOwner))).toBe(1);
    expect(await cost(() => send("POST", onOwner, body))).toBe(5);
    expect(await cost(() => send("DELETE", onOwner, body))).toBe(5);
    expect((await send("GET", onOwner, undefined, (await user("far@example.test")).key)).status).toBe(404);
  });
});
