import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createSignInLink } from "@/lib/contract/dashboard/users/create-sign-in-link";
import { DashboardUser } from "@/lib/contract/dashboard/users/user";
import type { User } from "@/lib/server/auth/session-reader";
import { dashboard } from "@/lib/server/dashboard";
import { users } from "@/lib/server/db/schema";
import { findSession } from "@/lib/server/db/sessions";
import { findUser } from "@/lib/server/db/users";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { users as members } from "@/service/core/store/tables/users";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let test: TestService;
let own: DashboardCalls;
let admin: User;

beforeAll(async () => {
  test = await startTestService();
  const environment = { DATA_DIR: test.dataDir, SERVICE_ADDRESS: test.url, LOG_LEVEL: "silent" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  own = await startDashboardCalls();
});
afterAll(async () => {
  await own.stop();
  await test.close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await own.store.database.delete(users);
  admin = await own.someone("Ada", "admin");
});

/** The user in the service's team. */
async function memberOf({ email }: { email: string }) {
  const [row] = await test.service.db.select().from(members).where(eq(members.email, email));
  return row;
}

describe("users", () => {
  it("are added once, with a lowercase email address", async () => {
    const added = await own.call(admin, "POST", "/users", { email: "Eve@X.example", role: "operator" });
    expect(added.status).toBe(201);
    expect(DashboardUser.parse(await added.json())).toMatchObject({ email: "eve@x.example", role: "operator" });
    const again = await own.call(admin, "POST", "/users", { email: "eve@x.EXAMPLE", role: "admin" });
    expect([again.status, await again.json()]).toMatchObject([409, { error: { code: "user_exists", field: "email" } }]);
    const listed = await (await own.call(admin, "GET", "/users")).json();
    expect(listed).toMatchObject({
      users: [{ email: "ada@x.example" }, { email: "eve@x.example", role: "operator" }],
    });
  });

  it.each([
    [{ email: "invalid", role: "viewer" }, "email"],
    [{ email: "a@x.example", role: "owner" }, "role"],
    [{ email: "a@x.example", role: "viewer", displayName: " " }, "displayName"],
    [{ email: "a@x.example", role: "viewer", extra: 1 }, "extra"],
  ])("reject %j, naming %s", async (body, field) => {
    const rejected = await own.call(admin, "POST", "/users", body);
    expect([rejected.status, await rejected.json()]).toMatchObject([400, { error: { field } }]);
  });

  it("can be changed only by an admin", async () => {
    const operator = await own.someone("Olu", "operator");
    const calls: [string, string, unknown?][] = [
      ["GET", "/users"],
      ["POST", "/users", { email: "x@x.example", role: "admin" }],
      ["PATCH", `/users/${operator.id}`, { role: "admin" }],
      ["POST", `/users/${admin.id}/sign-in-link`],
      ["POST", `/users/${admin.id}/end-sessions`],
      ["GET", "/audit"],
      ["GET", "/audit.csv"],
    ];
    for (const [method, path, body] of calls) {
      expect((await own.call(operator, method, path, body)).status, path).toBe(403);
      expect((await own.call(undefined, method, path, body)).status, path).toBe(401);
    }
    expect(await findUser(own.store, operator.id)).toMatchObject({ role: "operator", sessionVersion: 1 });
  });

  it("can change role and name, and lose their sessions when disabled", async () => {
    const eve = await own.someone("Eve", "viewer");
    const changed = await own.call(admin, "PATCH", `/users/${eve.id}`, { role: "operator", displayName: "Eve B." });
    expect(await changed.json()).toMatchObject({ role: "operator", displayName: "Eve B." });
    await own.call(admin, "PATCH", `/users/${eve.id}`, { disabled: true });
    const kept = await findSession(own.store, eve.sessionId ?? "");
    expect(kept?.session.endedAt).not.toBeNull();
    expect(kept?.user.sessionVersion).toBe(2);
    const link = await own.call(admin, "POST", `/users/${eve.id}/sign-in-link`);
    expect([link.status, await link.json()]).toMatchObject([409, { error: { code: "user_disabled" } }]);
    const back = await own.call(admin, "PATCH", `/users/${eve.id}`, { disabled: false });
    expect(DashboardUser.parse(await back.json()).disabledAt).toBeUndefined();
  });

  it("have their new role in the service at once", async () => {
    const eve = await own.someone("Eve", "viewer");
    await own.call(admin, "PATCH", `/users/${eve.id}`, { role: "admin" });
    expect(await memberOf(eve)).toMatchObject({ isTeamAdmin: true });
    await own.call(admin, "PATCH", `/users/${eve.id}`, { role: "operator" });
    expect(await memberOf(eve)).toMatchObject({ isTeamAdmin: false });
    await own.call(admin, "PATCH", `/users/${eve.id}`, { role: "viewer" });
    expect(await memberOf(eve)).toMatchObject({ isTeamAdmin: false, isReadOnly: true });
  });

  it("can't use the service while they are disabled", async () => {
    const mia = await own.someone("Mia", "operator");
    await own.call(admin, "PATCH", `/users/${mia.id}`, { disabled: true });
    expect(await memberOf(mia)).toMatchObject({ isActive: false });
    await own.call(admin, "PATCH", `/users/${mia.id}`, { role: "admin" });
    expect(await memberOf(mia)).toMatchObject({ isActive: false, isTeamAdmin: false });
    await own.call(admin, "PATCH", `/users/${mia.id}`, { disabled: false });
    expect(await memberOf(mia)).toMatchObject({ isActive: true, isTeamAdmin: true });
  });

  it("can't be disabled in the service if the dashboard uses their key", async () => {
    const first = await own.store.database
      .insert(users)
      .values({
        id: crypto.randomUUID(),
        email: "admin@localhost",
        displayName: "Admin",
        role: "admin",
        createdAt: new Date(),
      })
      .returning();
    expect((await own.call(admin, "PATCH", `/users/${first[0]?.id}`, { disabled: true })).status).toBe(200);
    expect(await memberOf({ email: "admin@localhost" })).toMatchObject({ isActive: true });
  });

  it("are changed with an error when the service can't be reached", async () => {
    const noa = await own.someone("Noa", "operator");
    const service = dashboardService();
    dashboard.service = { ...service, address: { ...service.address, base: "http://127.0.0.1:1" } };
    for (const change of [{ role: "viewer" }, { disabled: true }]) {
      const changed = await own.call(admin, "PATCH", `/users/${noa.id}`, change);
      const body = { error: { code: "service_not_updated", message: expect.stringContaining("SSH keys") } };
      expect([changed.status, await changed.json()]).toMatchObject([502, body]);
    }
    dashboard.service = service;
    expect(await findUser(own.store, noa.id)).toMatchObject({ role: "viewer", disabledAt: expect.any(Date) });
  });

  it("always include one enabled admin, even with concurrent demotions", async () => {
    const alone = await own.call(admin, "PATCH", `/users/${admin.id}`, { role: "viewer" });
    expect([alone.status, await alone.json()]).toMatchObject([409, { error: { code: "last_admin", field: "role" } }]);
    for (let round = 0; round < 10; round += 1) {
      const other = await own.someone(`Bo${round}`, "admin");
      const [a, b] = await Promise.all([
        own.call(admin, "PATCH", `/users/${other.id}`, { role: "viewer" }),
        own.call(other, "PATCH", `/users/${admin.id}`, { disabled: true }),
      ]);
      expect([a.status, b.status].sort()).toEqual([200, 409]);
      await own.store.database.update(users).set({ role: "viewer" });
      await own.store.database.delete(users);
      admin = await own.someone("Ada", "admin");
    }
  });

  it("get a sign-in link that works for fifteen minutes and isn't in the audit log", async () => {
    const eve = await own.someone("Eve", "viewer");
    const made = await own.call(admin, "POST", `/users/${eve.id}/sign-in-link`);
    const { url, expiresAt } = createSignInLink.response.parse(await made.json());
    expect(new URL(url).searchParams.get("token")).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const log = await (await own.call(admin, "GET", "/audit?operation=createSignInLink")).text();
    expect(log).toContain(eve.id);
    expect(log).not.toContain(new URL(url).searchParams.get("token"));
  });

  it("return 404 for unknown ids", async () => {
    const unknownId = crypto.randomUUID();
    for (const [method, path, body] of [
      ["PATCH", `/users/${unknownId}`, { role: "viewer" }],
      ["POST", `/users/${unknownId}/sign-in-link`, undefined],
      ["POST", `/users/${unknownId}/end-sessions`, undefined],
    ] as const) {
      expect((await own.call(admin, method, path, body)).status, path).toBe(404);
    }
    expect((await own.call(admin, "PATCH", "/users/not-an-id", { role: "viewer" })).status).toBe(400);
  });
});
