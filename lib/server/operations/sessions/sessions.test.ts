import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listSessions } from "@/lib/contract/dashboard/sessions/list-sessions";
import type { User } from "@/lib/server/auth/session-reader";
import { users } from "@/lib/server/db/schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
let eve: User;

beforeAll(async () => {
  own = await startDashboardCalls();
});
afterAll(() => own.stop());
beforeEach(async () => {
  await own.store.database.delete(users);
  eve = await own.someone("Eve", "viewer");
});

const sessionsOf = async (user: User) =>
  listSessions.response.parse(await (await own.call(user, "GET", "/sessions")).json()).sessions;

describe("a user's sessions", () => {
  it("are listed with the current browser marked, and ended individually", async () => {
    const listed = await sessionsOf(eve);
    expect(listed).toMatchObject([{ id: eve.sessionId, method: "link", userAgent: "Firefox", current: true }]);
    expect((await own.call(eve, "DELETE", `/sessions/${eve.sessionId}`)).status).toBe(200);
    expect(await sessionsOf(eve)).toEqual([]);
    expect((await own.call(eve, "DELETE", `/sessions/${eve.sessionId}`)).status).toBe(404);
  });

  it("can't be seen or ended by other users", async () => {
    const mallory = await own.someone("Mallory", "admin");
    expect((await sessionsOf(mallory)).map(({ id }) => id)).toEqual([mallory.sessionId]);
    expect((await own.call(mallory, "DELETE", `/sessions/${eve.sessionId}`)).status).toBe(404);
    expect(await sessionsOf(eve)).toHaveLength(1);
  });

  it("can all be ended by an admin", async () => {
    const admin = await own.someone("Ada", "admin");
    const ended = await own.call(admin, "POST", `/users/${eve.id}/end-sessions`);
    expect(await ended.json()).toEqual({ ended: 1 });
    expect(await sessionsOf(eve)).toEqual([]);
  });
});
