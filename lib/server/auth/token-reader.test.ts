import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@/lib/contract/operation";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { apiTokensOf, deleteEndedTokens, revokeToken } from "@/lib/server/db/api-tokens";
import { changeUser, endAllSessions } from "@/lib/server/db/change-user";
import { type DashboardCalls, startDashboardCalls } from "@/lib/server/operations/testing/dashboard-calls";
import { addApiToken } from "./testing/add-api-token";
import { createTokenReader } from "./token-reader";

const minuteMs = 60_000;
const dayMs = 86_400_000;

let own: DashboardCalls;
let clock: FakeClock;
let names = 0;
beforeAll(async () => {
  own = await startDashboardCalls();
});
afterAll(() => own.stop());

/** A user with a token that lasts an hour. */
async function setUp(role: Role, tokenRole: Role) {
  clock = new FakeClock();
  names += 1;
  const user = await own.someone(`user${names}`, role);
  const createdAt = new Date(clock.now());
  const added = await addApiToken(own.store, user, { role: tokenRole, createdAt, lifetimeMs: 60 * minuteMs });
  const read = createTokenReader({ store: async () => own.store, clock });
  return { user, ...added, read: () => read(added.token) };
}

describe("an API token", () => {
  it.each([
    ["viewer", "admin", "viewer"],
    ["operator", "viewer", "viewer"],
    ["admin", "operator", "operator"],
    ["admin", "admin", "admin"],
  ] as const)("of a user with the %s role, limited to %s, has the %s role", async (role, tokenRole, expected) => {
    const { user, id, read } = await setUp(role, tokenRole);
    expect(await read()).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      role: expected,
      ownRole: role,
      token: { id, name: "ci" },
    });
  });

  it("follows its user's role, and ends when the user is disabled, even if they are enabled again", async () => {
    const { user, read } = await setUp("admin", "admin");
    await changeUser(own.store, (await own.someone("other-admin", "admin")).id, {}, new Date());
    await changeUser(own.store, user.id, { role: "viewer" }, new Date());
    expect(await read()).toMatchObject({ role: "viewer" });
    await changeUser(own.store, user.id, { disabled: true }, new Date());
    expect(await read()).toMatchObject({ rejection: { code: "user_disabled" } });
    await endAllSessions(own.store, user.id, new Date());
    await changeUser(own.store, user.id, { disabled: false }, new Date());
    expect(await read()).toMatchObject({ rejection: { code: "token_revoked" } });
  });

  it("is rejected once it has expired, with the day", async () => {
    const { read } = await setUp("admin", "admin");
    clock.advance(60 * minuteMs - 1);
    expect(await read()).toMatchObject({ role: "admin" });
    clock.advance(1);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    expect(await read()).toEqual({
      rejection: {
        code: "token_expired",
        message: `The API token “ci” expired on ${day}. Create another in Settings → API tokens.`,
      },
    });
  });

  it("is rejected once it is revoked, and explained for 30 days", async () => {
    const { id, read } = await setUp("admin", "admin");
    await revokeToken(own.store, { id }, new Date(clock.now()));
    expect(await read()).toMatchObject({ rejection: { code: "token_revoked" } });
    await deleteEndedTokens(own.store, new Date(clock.now() + 30 * dayMs));
    expect(await read()).toMatchObject({ rejection: { code: "token_revoked" } });
    await deleteEndedTokens(own.store, new Date(clock.now() + 30 * dayMs + 1));
    expect(await read()).toMatchObject({ rejection: { code: "token_invalid" } });
  });

  it("is only stored as a hash", async () => {
    const { token } = await setUp("admin", "admin");
    const { rows } = await own.store.pool.query("select to_jsonb(t)::text as row from api_tokens t");
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(token.slice("slipway_".length));
  });

  it("records its last use once a minute", async () => {
    const { user, read } = await setUp("admin", "admin");
    const lastUse = async () => (await apiTokensOf(own.store, user.id))[0]?.lastUsedAt?.getTime();
    expect(await lastUse()).toBeUndefined();
    await read();
    const first = clock.now();
    clock.advance(minuteMs - 1);
    await read();
    expect(await lastUse()).toBe(first);
    clock.advance(2);
    await read();
    expect(await lastUse()).toBe(first + minuteMs + 1);
  });
});
