import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "acme", { teamId: 1 });
});
afterAll(() => test.close());

const send = (method: string, path: string, body?: unknown, key = test.keys.admin) =>
  test.send(method, `/admin/v1/${path}`, { key, ...(body === undefined ? {} : { body }) });
const put = (email: string, body: object) => send("PUT", `teams/1/people/${email}`, body);

describe("people", () => {
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
    const { body } = await send("GET", "teams/1/people");
    expect(Object(body).people).toMatchObject([{ email: "ada@example.test" }, { email: "admin@localhost" }]);
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
    const { body } = await send("GET", "teams/1/people");
    const admins = Object(body).people.filter(
      (each: { isAdmin: boolean; isActive: boolean }) => each.isAdmin && each.isActive,
    );
    expect(admins.length).toBeGreaterThan(0);
    await put("admin@localhost", { isAdmin: true, isActive: true });
  });

  it("can't authenticate once deactivated", async () => {
    await put("gone@example.test", {});
    const { body } = await send("POST", "teams/1/people/gone@example.test/keys", { name: "laptop" });
    const { key } = Object(body);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 200 });
    await put("gone@example.test", { isActive: false });
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 401 });
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

  it("are listed by name for people, too", async () => {
    const created = await send("POST", "teams/1/people/admin@localhost/keys", { name: "laptop" });
    const { id } = Object(created.body);
    const listed = await send("GET", "teams/1/keys");
    expect(Object(listed.body).keys).toContainEqual(
      expect.objectContaining({ id, owner: "admin@localhost", name: "laptop" }),
    );
  });

  it("are only created with the admin key", async () => {
    const path = "teams/1/people/admin@localhost/keys";
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
