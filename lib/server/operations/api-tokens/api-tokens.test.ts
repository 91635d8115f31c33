import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApiToken } from "@/lib/contract/dashboard/api-tokens/create-api-token";
import { listApiTokens } from "@/lib/contract/dashboard/api-tokens/list-api-tokens";
import { listUserApiTokens } from "@/lib/contract/dashboard/api-tokens/list-user-api-tokens";
import { listAudit } from "@/lib/contract/dashboard/audit/list-audit";
import { systemClock } from "@/lib/core/clock";
import type { User } from "@/lib/server/auth/session-reader";
import { addApiToken } from "@/lib/server/auth/testing/add-api-token";
import { createTokenReader } from "@/lib/server/auth/token-reader";
import { maxApiTokens } from "@/lib/server/db/api-tokens";
import { audit, users } from "@/lib/server/db/schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
let admin: User;
let eve: User;
beforeAll(async () => {
  own = await startDashboardCalls();
});
afterAll(() => own.stop());
beforeEach(async () => {
  await own.store.database.delete(users);
  await own.store.database.delete(audit);
  admin = await own.someone("Ada", "admin");
  eve = await own.someone("Eve", "operator");
});

const body = { name: "ci", role: "operator", expiresInDays: 90 };
const create = (user: User, changes: object = {}) => own.call(user, "POST", "/tokens", { ...body, ...changes });
const tokensOf = async (user: User) =>
  listApiTokens.response.parse(await (await own.call(user, "GET", "/tokens")).json()).tokens;
const read = (token: string) => createTokenReader({ store: async () => own.store, clock: systemClock })(token);

describe("API tokens", () => {
  it("are created, shown once, listed and revoked by their user, and audited without the token", async () => {
    const response = await create(eve);
    expect(response.status).toBe(201);
    const { token, ...created } = createApiToken.response.parse(await response.json());
    expect(token).toMatch(/^slipway_[A-Za-z0-9_-]{43}$/);
    expect(await read(token)).toMatchObject({ email: eve.email, role: "operator" });
    const [listed] = await tokensOf(eve);
    expect(listed).toEqual({ ...created, lastUsedAt: expect.any(String) });
    expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(90 * 86_400_000);
    expect(await tokensOf(admin)).toEqual([]);
    expect((await own.call(eve, "DELETE", `/tokens/${created.id}`)).status).toBe(200);
    expect(await read(token)).toMatchObject({ rejection: { code: "token_revoked" } });
    expect(await tokensOf(eve)).toMatchObject([{ id: created.id, revokedAt: expect.any(String) }]);
    expect((await own.call(eve, "DELETE", `/tokens/${created.id}`)).status).toBe(404);
    const { rows } = await own.store.pool.query("select operation_id, detail::text from audit order by id");
    expect(rows.map(({ operation_id }) => operation_id)).toEqual([
      "createApiToken",
      "createApiToken",
      "revokeApiToken",
      "revokeApiToken",
      "revokeApiToken",
      "revokeApiToken",
    ]);
    expect(rows[1].detail).toContain(created.id);
    for (const { detail } of rows) expect(detail).not.toContain(token);
  });

  it("can't have a higher role than their user", async () => {
    const response = await create(eve, { role: "admin" });
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { code: "role_forbidden", field: "role" } },
    ]);
    expect(await tokensOf(eve)).toEqual([]);
  });

  it.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ role: "owner" }, "role"],
    [{ expiresInDays: 0 }, "expiresInDays"],
    [{ expiresInDays: 366 }, "expiresInDays"],
    [{ expiresInDays: 1.5 }, "expiresInDays"],
    [{ expiresAt: "2099-01-01" }, "expiresAt"],
  ])("are rejected with %j, naming the field", async (changes, field) => {
    const response = await create(eve, changes);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { field } }]);
    expect(await tokensOf(eve)).toEqual([]);
  });

  it("are listed and revoked for all users by admins only", async () => {
    const { id } = await addApiToken(own.store, eve, { name: "deploy" });
    await addApiToken(own.store, eve, { name: "expired", lifetimeMs: 1 });
    const listed = await own.call(admin, "GET", "/user-tokens");
    expect(listUserApiTokens.response.parse(await listed.json()).tokens).toMatchObject([
      { id, name: "deploy", user: { id: eve.id, email: eve.email } },
    ]);
    expect((await own.call(eve, "GET", "/user-tokens")).status).toBe(403);
    const mallory = await own.someone("Mallory", "operator");
    expect((await own.call(mallory, "DELETE", `/tokens/${id}`)).status).toBe(404);
    expect((await own.call(admin, "DELETE", `/tokens/${id}`)).status).toBe(200);
    expect((await tokensOf(eve)).find((token) => token.id === id)?.revokedAt).toEqual(expect.any(String));
  });

  it("are limited per user, not counting ended ones, even if created at the same time", async () => {
    await addApiToken(own.store, eve, { lifetimeMs: 1 });
    for (let index = 2; index < maxApiTokens; index += 1) await addApiToken(own.store, eve);
    const statuses = (await Promise.all([create(eve), create(eve), create(eve)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409]);
  });

  it("are named in the audit log of what they were used for", async () => {
    const { token } = await addApiToken(own.store, eve, { name: "deploy" });
    const user = await read(token);
    if ("rejection" in user) throw new Error(user.rejection.message);
    const { id } = await addApiToken(own.store, eve, { name: "old" });
    await own.call(user, "DELETE", `/tokens/${id}`);
    const listed = await own.call(admin, "GET", "/audit?operation=revokeApiToken");
    expect(listAudit.response.parse(await listed.json()).records).toMatchObject([
      { userEmail: eve.email, token: "deploy", status: 200 },
    ]);
  });
});
