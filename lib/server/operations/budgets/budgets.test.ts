import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import type { User } from "@/lib/server/auth/session-reader";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { budgets, removedRuns } from "@/lib/server/db/budget-schema";
import { agents } from "@/lib/server/db/index-schema";
import { removeAgent } from "@/lib/server/db/indexed-agents";
import { audit } from "@/lib/server/db/schema";
import { writePrices } from "@/lib/server/db/token-prices";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

const source = "embedded";
const orders = "https://git.example.com/Acme/Orders";
const daily = { scope: { kind: "team" }, unit: "tokens", limit: "1000", period: "day", warnAt: 80, action: "stop" };
const price = { model: "quill", input: "3", output: "15", cacheWrite: "0", cacheRead: "0" };

let calls: DashboardCalls;
let admin: User;
let ada: User;
let eve: User;

beforeAll(async () => {
  calls = await startDashboardCalls();
  admin = await calls.someone("Root", "admin");
  ada = await calls.someone("Ada", "operator");
  eve = await calls.someone("Eve", "viewer");
});
afterAll(() => calls.stop());
afterEach(async () => {
  await calls.store.database.delete(budgets);
  await calls.store.database.delete(agents);
  await calls.store.database.delete(removedRuns);
  await writePrices(calls.store, { currency: "USD", prices: [] }, new Date());
});

async function add(more: object = {}): Promise<string> {
  const response = await calls.call(admin, "POST", "/budgets", { ...daily, ...more });
  expect(response.status, JSON.stringify(more)).toBe(201);
  return (await response.json()).id;
}
const list = async (user: User): Promise<BudgetStatus[]> =>
  (await (await calls.call(user, "GET", "/budgets")).json()).items;
const warnings = async (user: User, query: string): Promise<BudgetStatus[]> =>
  (await (await calls.call(user, "GET", `/budget-warnings?${query}`)).json()).items;
const used = (more: Partial<Parameters<typeof seedUsage>[1]>) =>
  seedUsage(calls.store, { source, at: new Date(), ...more });

describe("budgets", () => {
  it("are added, changed and deleted by admins, who are recorded in the audit log", async () => {
    const id = await add();
    expect(await list(admin)).toMatchObject([{ id, ...daily, used: "0", level: "ok", resetsAt: expect.any(String) }]);
    const changed = { ...daily, limit: "2000", action: "cancel" };
    expect((await calls.call(admin, "PUT", `/budgets/${id}`, changed)).status).toBe(200);
    expect(await list(admin)).toMatchObject([changed]);
    expect((await calls.call(admin, "DELETE", `/budgets/${id}`)).status).toBe(200);
    expect(await list(admin)).toEqual([]);
    const missing = await calls.call(admin, "DELETE", `/budgets/${id}`);
    expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: "budget_not_found" } }]);
    expect((await calls.call(admin, "PUT", `/budgets/${id}`, changed)).status).toBe(404);
    const recorded = (await calls.store.database.select().from(audit)).map(({ operationId }) => operationId);
    for (const operation of ["addBudget", "updateBudget", "deleteBudget"]) expect(recorded).toContain(operation);
  });

  it("can't be changed by other users", async () => {
    const id = await add();
    for (const [user, status] of [
      [ada, 403],
      [eve, 403],
      [undefined, 401],
    ] as const) {
      expect((await calls.call(user, "POST", "/budgets", daily)).status).toBe(status);
      expect((await calls.call(user, "PUT", `/budgets/${id}`, daily)).status).toBe(status);
      expect((await calls.call(user, "DELETE", `/budgets/${id}`)).status).toBe(status);
    }
    expect(await list(admin)).toMatchObject([daily]);
  });

  it.each([
    [{ limit: "0" }, "limit"],
    [{ warnAt: 101 }, "warnAt"],
    [{ scope: { kind: "user", userId: "5f0c2a8e-3d1b-4c77-9a10-000000000000" } }, "scope.userId"],
    [{ scope: { kind: "repository", repository: "orders" } }, "scope.repository"],
    [{ unit: "money", limit: "5" }, "unit"],
  ])("rejects %j and changes nothing", async (more, field) => {
    const response = await calls.call(admin, "POST", "/budgets", { ...daily, ...more });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { field } }]);
    expect(await list(admin)).toEqual([]);
  });

  it("are shown to the users they apply to", async () => {
    const agentId = await used({ owner: ada.id, repository: orders });
    const other = await used({ owner: eve.id });
    await add();
    await add({ scope: { kind: "user", userId: ada.id } });
    await add({ scope: { kind: "repository", repository: "acme/orders" } });
    await add({ scope: { kind: "agent", agentId }, period: "agent" });
    await add({ scope: { kind: "agent", agentId: other }, period: "agent" });
    await add({ scope: { kind: "user", userId: eve.id } });
    const kinds = async (user: User) => (await list(user)).map(({ scope }) => scope.kind);
    expect(await list(admin)).toHaveLength(6);
    expect(await kinds(ada)).toEqual(["team", "user", "repository", "agent"]);
    expect(await kinds(eve)).toEqual(["team", "agent", "user"]);
  });
});

describe("what budgets count", () => {
  it("covers the current period of the team, a user, a repository or each agent", async () => {
    const yesterday = new Date(Date.now() - 86_400_000);
    await used({ owner: ada.id, repository: orders, tokens: 300 });
    const most = await used({ owner: ada.id, tokens: 450 });
    await used({ owner: eve.id, repository: `${orders}.git`, tokens: 200 });
    await used({ owner: ada.id, tokens: 5_000, at: yesterday });
    await used({ owner: ada.id, at: new Date() });
    const total = async (more: object) => {
      const id = await add(more);
      return (await list(admin)).find((budget) => budget.id === id);
    };
    expect(await total({})).toMatchObject({ used: "950", level: "warning", unknownRuns: 1 });
    expect(await total({ scope: { kind: "user", userId: ada.id } })).toMatchObject({ used: "750", level: "ok" });
    expect(await total({ scope: { kind: "repository", repository: "ACME/orders" } })).toMatchObject({ used: "500" });
    expect(await total({ scope: { kind: "agent", agentId: most }, period: "agent" })).toMatchObject({ used: "450" });
    const each = await total({ period: "agent" });
    expect(each).toMatchObject({ used: "5000", level: "reached" });
    expect(each).not.toHaveProperty("resetsAt");
  });

  it("includes deleted agents, so that deleting them doesn't free the budget", async () => {
    const id = await used({ owner: ada.id, repository: orders, tokens: 1_000 });
    await add();
    await add({ scope: { kind: "user", userId: ada.id } });
    await add({ scope: { kind: "repository", repository: "acme/orders" } });
    await removeAgent(calls.store, { id, source, at: new Date(Date.now() - 1_000) });
    expect((await list(admin)).map(({ level }) => level)).toEqual(["reached", "reached", "reached"]);
    // The service has it after all: it isn't counted twice.
    await used({ id, runId: "run-again", owner: ada.id, repository: orders, tokens: 1_000 });
    expect((await list(admin)).map(({ used }) => used)).toEqual(["1000", "1000", "1000"]);
    await removeAgent(calls.store, { id, source, at: new Date() });
  });

  it("is estimated from the price table, and says which tokens have no price", async () => {
    await writePrices(calls.store, { currency: "USD", prices: [price] }, new Date());
    await used({ owner: ada.id, model: "quill", tokens: 1_000_000 });
    await used({ owner: ada.id, model: "basalt", tokens: 70 });
    const personal = { scope: { kind: "user", userId: ada.id } };
    await add({ ...personal, unit: "money", limit: "2.50" });
    expect(await list(ada)).toMatchObject([
      { used: "3", limit: "2.50", currency: "USD", level: "reached", unpricedTokens: 70 },
    ]);
    await writePrices(calls.store, { currency: "EUR", prices: [price] }, new Date());
    expect(await list(ada)).toMatchObject([{ problem: "other_currency", level: "ok", used: "0" }]);
    await writePrices(calls.store, { currency: "EUR", prices: [] }, new Date());
    expect(await list(ada)).toMatchObject([{ problem: "no_prices", level: "ok" }]);
  });
});

describe("budget warnings", () => {
  it("are about the launch or agent at hand", async () => {
    const agentId = await used({ owner: ada.id, repository: orders, tokens: 900 });
    const repository = await add({ scope: { kind: "repository", repository: "acme/orders" } });
    const personal = await add({ scope: { kind: "user", userId: ada.id }, limit: "800" });
    await add({ limit: "100000" });
    const ids = async (user: User, query: string) => (await warnings(user, query)).map(({ id }) => id);
    expect(await ids(ada, "")).toEqual([personal]);
    expect(await ids(eve, `repositories=${encodeURIComponent(`https://x.example/a/b ${orders}`)}`)).toEqual([
      repository,
    ]);
    expect(await ids(eve, `agentId=${agentId}`)).toEqual([repository, personal]);
    expect(await ids(eve, "")).toEqual([]);
    expect((await calls.call(undefined, "GET", "/budget-warnings")).status).toBe(401);
    expect((await calls.call(eve, "GET", "/budget-warnings?agent=x")).status).toBe(400);
  });
});
