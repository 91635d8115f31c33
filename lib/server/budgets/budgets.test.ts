import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import type { BudgetBody } from "@/lib/contract/dashboard/budgets/budget";
import { table } from "@/lib/contract/tables/service-table.generated";
import { createLog } from "@/lib/core/log";
import type { User } from "@/lib/server/auth/session-reader";
import { recordAudit } from "@/lib/server/db/audit";
import { budgetCancels, budgetEvents, budgets, removedRuns } from "@/lib/server/db/budget-schema";
import { insertBudget, replaceBudget } from "@/lib/server/db/budgets";
import { followUps } from "@/lib/server/db/follow-up-schema";
import { insertFollowUp, resumeQueue } from "@/lib/server/db/follow-ups";
import { agents } from "@/lib/server/db/index-schema";
import { notificationEventRows, notificationItems } from "@/lib/server/db/notification-schema";
import { audit } from "@/lib/server/db/schema";
import { openStore, type Store } from "@/lib/server/db/store";
import { sendNextFollowUp } from "@/lib/server/follow-ups/send-follow-up";
import { createGateway } from "@/lib/server/gateway/gateway";
import { indexCalls } from "@/lib/server/index/index-calls";
import { readAgent } from "@/lib/server/index/read-agent";
import { RequestBudget } from "@/lib/server/index/request-budget";
import { startNotificationBench } from "@/lib/server/notifications/testing/notification-bench";
import type { Service } from "@/lib/server/upstream/client/service";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { checkRunBudgets } from "./admit-run";
import { createBudgetWatch, deleteOldBudgetData, type EnforceParts } from "./enforce-budgets";
import { seedUsage } from "./testing/seed-usage";

const source = "test";
const webUrl = "http://127.0.0.1:3000";
const log = createLog({ program: "test", level: "silent" });
const orders = "https://git.example.com/acme/orders";

let test: TestService;
let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let other: Store;
let service: Service;
let parts: EnforceParts;
let ada: User;

beforeAll(async () => {
  test = await startTestService();
  bench = await startNotificationBench(test.url);
  other = await openStore({ url: bench.url, log });
  service = { ...bench.parts.service, credentials: { authorization: async () => `Bearer ${test.keys.user}` } };
  parts = { store: bench.store, service, source, log };
  const id = await bench.user("Ada");
  ada = { id, email: "ada@x.example", name: "Ada", role: "operator", sessionId: crypto.randomUUID() };
});
afterAll(async () => {
  await other.close();
  await bench.close();
  await test.close();
});
afterEach(async () => {
  const { database } = bench.store;
  for (const rows of [budgets, agents, removedRuns, budgetCancels, notificationEventRows, followUps, audit]) {
    await database.delete(rows);
  }
});

const now = () => new Date(bench.clock.now());
const used = (more: Partial<Parameters<typeof seedUsage>[1]>) =>
  seedUsage(bench.store, { source, at: now(), owner: ada.id, ...more });

const body = (more: Partial<BudgetBody> = {}): BudgetBody => ({
  scope: { kind: "team" },
  unit: "tokens",
  limit: "1000",
  period: "month",
  warnAt: 80,
  action: "stop",
  ...more,
});
async function add(more: Partial<BudgetBody> = {}): Promise<string> {
  const id = crypto.randomUUID();
  await insertBudget(bench.store, { id, body: body(more), currency: null, createdAt: now() });
  return id;
}

/** A call through the gateway, which checks the budgets. */
async function post(path: string, content: object) {
  const gateway = createGateway({
    operations: table,
    service,
    webUrl,
    log,
    shutdown: new AbortController().signal,
    user: async () => ada,
    recordAudit: (entry) => recordAudit(bench.store, entry),
    admit: (call) => checkRunBudgets({ store: bench.store, source, now: bench.clock.now() }, call),
  });
  const headers = { host: "127.0.0.1:3000", "sec-fetch-site": "same-origin", "content-type": "application/json" };
  return gateway(new Request(`${webUrl}/api${path}`, { method: "POST", headers, body: JSON.stringify(content) }));
}
const launch = (more: object = {}) => post("/v1/agents", { prompt: { text: "hello" }, ...more });

/** Several processes that share the database enforce the budgets at the same time. */
async function enforce(rounds = 1): Promise<void> {
  const watches = [parts, { ...parts, store: other }, parts, { ...parts, store: other }].map(createBudgetWatch);
  for (let round = 0; round < rounds; round += 1) await Promise.all(watches.map((watch) => watch()));
}

/** A service with these responses. */
async function startStub(respond: (path: string) => { status: number; body: object }) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    calls.push(path);
    const { status, body } = respond(path);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const stub: Service = { ...service, address: { ...service.address, base } };
  return { calls, stub, close: () => server.close() };
}

describe("a used-up budget", () => {
  it("rejects launches and follow-ups with its name, what is used and when it resets", { tags: ["long"] }, async () => {
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    await test.stream(agent.id, run.id);
    await used({ id: agent.id, runId: run.id, tokens: 999 });
    await add();
    const allowed = await launch();
    expect(allowed.status).toBe(201);
    await used({ tokens: 1 });
    const [year, month] = [now().getUTCFullYear(), now().getUTCMonth()];
    const reset = new Date(Date.UTC(year, month + 1, 1)).toISOString().slice(0, 10);
    const message = `The monthly budget for the team is used up: 1,000 of 1,000 tokens. It resets on ${reset} 00:00 UTC, and an admin can raise it.`;
    for (const response of [await launch(), await post(`/v1/agents/${agent.id}/runs`, { prompt: { text: "more" } })]) {
      expect([response.status, await response.json()]).toEqual([403, { error: { code: "budget_exceeded", message } }]);
    }
    const outcomes = (await bench.store.database.select().from(audit)).filter(({ phase }) => phase === "outcome");
    expect(outcomes.map(({ status }) => status)).toEqual([201, 403, 403]);

    const queued = { source, agentId: agent.id, userId: ada.id, text: "queued", images: 0, mcpServers: 0 };
    await insertFollowUp(bench.store, { id: crypto.randomUUID(), ...queued, sealed: null, createdAt: now() });
    await resumeQueue(bench.store, { source, agentId: agent.id }, run.id);
    await sendNextFollowUp({ ...parts, secret: async () => "" }, agent.id);
    expect(await bench.store.database.select().from(followUps)).toMatchObject([{ state: "refused", problem: message }]);
  });

  it("only applies to its user, repository or agent, and rejects nothing if it only warns", {
    tags: ["long"],
  }, async () => {
    const agentId = await used({ repository: orders, tokens: 5_000 });
    const on = (url: string) => launch({ repos: [{ url }] });
    const followUp = async () => {
      const call = { operation: table.find(({ id }) => id === "createRun"), params: { id: agentId }, body: {} };
      if (!call.operation) throw new Error("createRun isn't in the table");
      const options = { store: bench.store, source, now: bench.clock.now() };
      return (await checkRunBudgets(options, { ...call, operation: call.operation, userId: ada.id }))?.message;
    };
    await add({ action: "warn" });
    expect([(await launch()).status, await followUp()]).toEqual([201, undefined]);
    const repository = await add({ scope: { kind: "repository", repository: "acme/orders" } });
    expect([(await launch()).status, (await on(orders)).status]).toEqual([201, 403]);
    expect(await followUp()).toContain("monthly budget for acme/orders");
    await replaceBudget(bench.store, { id: repository, body: body({ period: "agent" }), currency: null });
    expect((await launch()).status).toBe(201);
    expect(await followUp()).toContain("budget per agent for the team");
    const someone = await bench.user("Vi");
    await replaceBudget(bench.store, {
      id: repository,
      body: body({ scope: { kind: "user", userId: someone } }),
      currency: null,
    });
    expect([(await launch()).status, await followUp()]).toEqual([201, undefined]);
  });

  it("also applies to launches in a named environment with its repository", async () => {
    await add({ scope: { kind: "repository", repository: "acme/orders" } });
    const id = await used({ repository: orders, tokens: 5_000 });
    const [row] = await bench.store.database.select().from(agents).where(eq(agents.id, id));
    const entry = { ...row?.entry, env: { type: "cloud", name: "orders-env" } };
    await bench.store.database.execute(
      `update agents set entry = '${JSON.stringify(entry)}'::jsonb where id = '${id}'`,
    );
    expect((await launch({ env: { type: "cloud", name: "orders-env" } })).status).toBe(403);
  });
});

describe("with several processes", () => {
  it("notifies affected users once per budget, period and change of the limit", async () => {
    const vi = await bench.user("Vi");
    const slack = (path: string) => ({ kind: "slack" as const, url: `https://hooks.example.com/${path}` });
    const events = { events: ["budget.warning" as const, "budget.reached" as const], scope: "all" as const };
    const mine = await bench.channel(ada.id, slack(crypto.randomUUID()), events);
    const others = await bench.channel(vi, slack(crypto.randomUUID()), events);
    const itemsOf = async (channelId: string) => {
      const rows = await bench.store.database
        .select({ type: notificationEventRows.type, facts: notificationEventRows.facts })
        .from(notificationItems)
        .innerJoin(notificationEventRows, eq(notificationEventRows.id, notificationItems.eventId))
        .where(eq(notificationItems.channelId, channelId));
      return rows.map(({ type, facts }) => `${type} ${facts.budget?.used}`).sort();
    };
    const id = await add({ scope: { kind: "user", userId: ada.id } });
    await used({ tokens: 799 });
    await enforce();
    expect(await itemsOf(mine)).toEqual([]);
    await used({ tokens: 1 });
    await enforce(2);
    expect(await itemsOf(mine)).toEqual(["budget.warning 800 of 1,000 tokens"]);
    await used({ tokens: 300 });
    await enforce(2);
    const both = ["budget.reached 1,100 of 1,000 tokens", "budget.warning 800 of 1,000 tokens"];
    expect(await itemsOf(mine)).toEqual(both);
    await used({ tokens: 5 });
    await enforce(2);
    expect(await itemsOf(mine)).toEqual(both);
    expect(await itemsOf(others)).toEqual([]);
    await replaceBudget(bench.store, {
      id,
      body: body({ scope: { kind: "user", userId: ada.id }, limit: "1200" }),
      currency: null,
    });
    await enforce(2);
    expect(await itemsOf(mine)).toEqual([...both, "budget.warning 1,105 of 1,200 tokens"].sort());
  });

  it("cancels each active run once, and leaves others alone", async () => {
    const { agent, run } = await test.call(createAgent, {
      body: { prompt: { text: "```sh\nsleep 1000 & echo started; wait\n```" } },
    });
    await used({ id: agent.id, runId: run.id, status: "RUNNING" });
    await add({ scope: { kind: "user", userId: ada.id }, action: "cancel" });
    const vi = await bench.user("Vi");
    await used({ owner: vi, status: "RUNNING" });
    await used({ tokens: 999 });
    await enforce(2);
    expect((await bench.store.database.select().from(audit)).length).toBe(0);
    await used({ tokens: 1 });
    await enforce(3);
    const { status } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
    expect(status).toBe("CANCELLED");
    const recorded = await bench.store.database.select().from(audit);
    expect(recorded.map(({ phase, operationId, path }) => [phase, operationId, path])).toEqual([
      ["intent", "cancelRun", `/v1/agents/${agent.id}/runs/${run.id}/cancel`],
      ["outcome", "cancelRun", `/v1/agents/${agent.id}/runs/${run.id}/cancel`],
    ]);
    expect(await bench.store.database.select().from(budgetEvents)).toHaveLength(2);
    await deleteOldBudgetData(bench.store, bench.clock.now());
    expect(await bench.store.database.select().from(budgetEvents)).toHaveLength(2);
    await deleteOldBudgetData(bench.store, bench.clock.now() + 63 * 86_400_000);
    expect(await bench.store.database.select().from(budgetEvents)).toHaveLength(0);
  });

  it("retries a cancel that failed, and one of a process that was killed", async () => {
    let status = 503;
    const { calls, stub, close } = await startStub(() => ({ status, body: { error: { code: "x", message: "x" } } }));
    const failing = { ...parts, service: stub };
    const watches = [createBudgetWatch(failing), createBudgetWatch({ ...failing, store: other })];
    const pass = () => Promise.all(watches.map((watch) => watch()));
    await used({ status: "RUNNING", tokens: 2_000 });
    await add({ action: "cancel" });
    await pass();
    await pass();
    expect(calls).toHaveLength(1);
    status = 404;
    bench.clock.advance(61_000);
    await pass();
    expect(calls).toHaveLength(2);
    bench.clock.advance(61_000);
    await pass();
    expect(calls).toHaveLength(2);
    close();
  });
});

it("cancels an active run whose service reports its tokens before it ends", async () => {
  const runId = "run-active";
  const id = await used({ runId, status: "RUNNING" });
  await add({ scope: { kind: "agent", agentId: id }, period: "agent", action: "cancel" });
  const counts = { inputTokens: 1_200, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0, totalTokens: 1_200 };
  const run = { id: runId, agentId: id, status: "RUNNING", createdAt: now().toISOString() };
  const { calls, stub, close } = await startStub((path) => {
    if (path.endsWith("/usage"))
      return { status: 200, body: { totalUsage: counts, runs: [{ id: runId, usage: counts }] } };
    return { status: 200, body: path.endsWith("/cancel") ? { id: runId } : { ...run, updatedAt: run.createdAt } };
  });
  const { signal } = new AbortController();
  const indexing = { ...parts, service: stub, hasAdminApi: false };
  const read = { ...indexing, calls: indexCalls(stub, new RequestBudget(bench.clock), signal) };
  const unread = { id, latestRunId: runId, onlyRun: true, onlyUsage: false, updatedAt: "" };
  await readAgent(read, unread, true);
  await createBudgetWatch(indexing)();
  expect(calls.at(-1)).toBe(`/v1/agents/${id}/runs/${runId}/cancel`);
  close();
});
