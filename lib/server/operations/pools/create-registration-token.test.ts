import { afterAll, beforeAll, expect, it } from "vitest";
import { listKeys } from "@/lib/contract/admin/users/list-keys";
import { createRegistrationToken } from "@/lib/contract/dashboard/pools/create-registration-token";
import type { Role } from "@/lib/contract/operation";
import type { User } from "@/lib/server/auth/session-reader";
import { audit } from "@/lib/server/db/schema";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let service: TestService;
let own: DashboardCalls;

beforeAll(async () => {
  service = await startTestService();
  Object.assign(process.env, { DATA_DIR: service.dataDir, SERVICE_ADDRESS: service.url });
  own = await startDashboardCalls();
});
afterAll(async () => {
  await own.stop();
  await service.close();
});

const create = (user: User, body: object) => own.call(user, "POST", "/registration-tokens", body);
const keys = async () => (await service.call(listKeys, { params: { teamId: "_" }, key: service.keys.admin })).keys;

it("creates a registration token of the team's service account, which is listed with the API keys", async () => {
  const admin = await own.someone("Ada", "admin");
  const response = await create(admin, { pool: "gpu", owner: "team" });
  expect(response.status).toBe(201);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { token, keyId, expiresAt } = createRegistrationToken.response.parse(await response.json());
  expect(token).toMatch(/^swr_/);
  const key = (await keys()).find(({ id }) => id === keyId);
  expect(key).toMatchObject({ name: "Worker in gpu", registration: { pool: "gpu", expiresAt }, agentScoped: false });
  expect(key?.ownerName).toBeDefined();

  const rows = await own.store.database.select({ operation: audit.operationId, detail: audit.detail }).from(audit);
  const audited = JSON.stringify(rows);
  expect(audited).toContain("createRegistrationToken");
  expect(audited).toContain(keyId);
  expect(audited).not.toContain(token);
});

it("creates a token of the caller, whose workers run only their agents", async () => {
  const admin = { ...(await own.someone("Bob", "admin")), email: "admin@localhost" };
  const response = await create(admin, { pool: "mine", owner: "user" });
  const { keyId } = createRegistrationToken.response.parse(await response.json());
  expect((await keys()).find(({ id }) => id === keyId)).toMatchObject({ owner: "admin@localhost" });
});

it.each<Role>(["viewer", "operator"])("rejects users with the role %s", async (role) => {
  const before = (await keys()).length;
  const response = await create(await own.someone(`Not ${role}`.replace(" ", "-"), role), {
    pool: "gpu",
    owner: "team",
  });
  expect(response.status).toBe(403);
  expect(await keys()).toHaveLength(before);
});

it.each([
  ["pool", { pool: "", owner: "team" }],
  ["owner", { pool: "gpu", owner: "everyone" }],
])("rejects an invalid %s", async (field, body) => {
  const response = await create(await own.someone(`Invalid-${field}`, "admin"), body);
  expect([response.status, await response.json()]).toMatchObject([400, { error: { field } }]);
});
