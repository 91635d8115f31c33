import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { authOptions } from "@/lib/server/auth/options";
import type { User } from "@/lib/server/auth/session-reader";
import { type DashboardCalls, startDashboardCalls } from "@/lib/server/operations/testing/dashboard-calls";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { users } from "@/service/core/store/tables/users";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { sessionsEnded } from "./sessions-ended";

let test: TestService;
let own: DashboardCalls;
let admin: User;
let user: User;
let names = 0;

beforeAll(async () => {
  test = await startTestService();
  const environment = { DATA_DIR: test.dataDir, SERVICE_ADDRESS: test.url, LOG_LEVEL: "silent" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  own = await startDashboardCalls();
  admin = await own.someone("Ada", "admin");
});
afterAll(async () => {
  await own.stop();
  await test.close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  names += 1;
  user = await own.someone(`User${names}`, "operator");
});

/** When the user's port previews were ended. */
async function endedAt(): Promise<number | null | undefined> {
  const [row] = await test.service.db
    .select({ at: users.previewsEndedAt })
    .from(users)
    .where(eq(sql`lower(${users.email})`, user.email));
  return row?.at;
}

it.each<[string, () => Promise<unknown>]>([
  ["they end a session", () => own.call(user, "DELETE", `/sessions/${user.sessionId}`)],
  ["an admin ends their sessions", () => own.call(admin, "POST", `/users/${user.id}/end-sessions`)],
  ["an admin disables them", () => own.call(admin, "PATCH", `/users/${user.id}`, { disabled: true })],
  ["an admin changes their role", () => own.call(admin, "PATCH", `/users/${user.id}`, { role: "viewer" })],
  [
    "they sign out",
    async () => {
      const { events } = await authOptions({ userAgent: "Firefox", sessionsEnded });
      const token = { sessionId: user.sessionId, userId: user.id, sessionVersion: 0 };
      await events?.signOut?.({ token, session: { expires: "" } });
    },
  ],
])("ends a user's port previews when %s", async (_, end) => {
  // Using an agent adds the user to the service's team.
  await dashboardService().credentials.authorization(getAgent, { user });
  expect(await endedAt()).toBeNull();
  await end();
  expect(await endedAt()).toBeGreaterThan(0);
});

it("ends sessions of a user who never used an agent", async () => {
  expect((await own.call(admin, "POST", `/users/${user.id}/end-sessions`)).status).toBe(200);
  expect(await endedAt()).toBeUndefined();
});
