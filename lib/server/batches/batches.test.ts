import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { Batch } from "@/lib/contract/dashboard/batches/batch";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { testPort } from "@/lib/core/testing/test-port";
import type { User } from "@/lib/server/auth/session-reader";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { batches, batchMembers } from "@/lib/server/db/batch-schema";
import { forgetOldLaunches } from "@/lib/server/db/batches";
import { budgets } from "@/lib/server/db/budget-schema";
import { insertBudget } from "@/lib/server/db/budgets";
import { chooseAgentId, claimMember } from "@/lib/server/db/claim-batch-member";
import { audit, launches, users } from "@/lib/server/db/schema";
import { openStore, type Store } from "@/lib/server/db/store";
import { savedVariables } from "@/lib/server/db/variable-schema";
import { startVariableFixture, type VariableFixture } from "@/lib/server/variables/testing/variable-fixture";
import { agents as serviceAgents } from "@/service/core/store/tables/agents";
import { batchParts } from "./dashboard-batches";
import { launchDueMembers } from "./launch-due-members";
import { type BatchParts, launchMember } from "./launch-member";

let own: VariableFixture;
let other: Store;
let silent: BatchParts;
let parts: BatchParts;
let clock: FakeClock;
let ada: User;
let eve: User;

beforeAll(async () => {
  own = await startVariableFixture();
  ada = await own.someone("Ada", "operator");
  eve = await own.someone("Eve", "operator");
  const log = createLog({ program: "test", level: "silent" });
  const { rows } = await own.store.database.execute<{ name: string }>("select current_database() as name");
  const url = new URL(own.store.pool.options.connectionString ?? "");
  url.pathname = `/${rows[0]?.name}`;
  other = await openStore({ url: url.href, log });
  silent = { ...(await batchParts()), log };
});
beforeEach(() => {
  clock = new FakeClock();
  parts = { ...silent, service: { ...silent.service, clock } };
});
afterAll(async () => {
  await other.close();
  await own.stop();
});
afterEach(async () => {
  const { database } = own.store;
  for (const rows of [batches, budgets, savedVariables, audit, launches]) await database.delete(rows);
  await database.update(users).set({ disabledAt: null, role: "operator" });
});

const prompt = { text: "```sh\necho done\n```" };
const basic = { prompt, model: { id: "script" } };

/** Stores a batch without launching it, as before a crash. */
async function store(body: object, user = ada): Promise<Batch> {
  const response = await own.call(user, "POST", "/batches", { id: crypto.randomUUID(), launch: basic, ...body });
  expect(response.status, await response.clone().text()).toBe(201);
  return Batch.parse(await response.json());
}
async function read(id: string): Promise<Batch> {
  return Batch.parse(await (await own.call(eve, "GET", `/batches/${id}`)).json());
}
const states = async ({ id }: Batch) => (await read(id)).members.map(({ state }) => state);
const due = () => launchDueMembers(parts);
/** Several processes that share the database. */
const dueInAll = () =>
  Promise.all([parts, { ...parts, store: other }, parts, { ...parts, store: other }].map(launchDueMembers));
const retry = (user: User, id: string, position: number) =>
  own.call(user, "POST", `/batches/${id}/members/${position}/retry`);
async function claim() {
  const claimed = await claimMember(own.store, parts.source, new Date(clock.now()));
  if (!claimed) throw new Error("nothing to claim");
  return claimed;
}
async function named(name: string) {
  const { items } = await own.service.call(listAgents, {
    query: { limit: "100" },
    key: own.service.keys.serviceAccount,
  });
  return items.filter((agent) => agent.name.startsWith(name));
}

describe("a batch", () => {
  it("launches each agent once in its owner's name, even if several processes try", { tags: ["long"] }, async () => {
    const name = "Once";
    const batch = await store({ launch: { ...basic, name }, models: [{ id: "script" }], attempts: 6 });
    expect(batch).toMatchObject({ name, owner: { name: "Ada", me: true } });
    await dueInAll();
    const { members } = await read(batch.id);
    expect(members.map(({ state }) => state)).toEqual(Array(6).fill("launched"));
    const created = await named(name);
    expect(created.map((agent) => agent.name).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${name} (${n} of 6)`));
    expect(new Set(members.map(({ agentId }) => agentId))).toEqual(new Set(created.map(({ id }) => id)));
    const { database } = own.store;
    expect((await database.select().from(launches)).map(({ launchedBy }) => launchedBy)).toEqual(Array(6).fill(ada.id));
    const recorded = (await database.select().from(audit)).filter(({ phase }) => phase === "outcome");
    expect(recorded.map(({ operationId, userEmail }) => `${operationId} ${userEmail}`).sort()).toEqual(
      [...Array(6).fill("createAgent ada@x.example"), "createBatch ada@x.example"].sort(),
    );
    expect((await database.select().from(batches))[0]?.sealed).toBeNull();
  });

  it("is stored once, however often its request arrives", async () => {
    const body = { id: crypto.randomUUID(), attempts: 2 };
    const [first, second] = await Promise.all([store(body), store(body)]);
    expect(second).toEqual(first);
    const taken = await own.call(eve, "POST", "/batches", { ...body, launch: basic });
    expect([taken.status, await taken.json()]).toMatchObject([409, { error: { field: "id" } }]);
    expect(await own.store.database.select().from(batchMembers)).toHaveLength(2);
  });

  it("rejects bad input with the field, and stores nothing", async () => {
    const viewer = await own.someone("Vi", "viewer");
    const bad: [object, string][] = [
      [{}, "attempts"],
      [{ attempts: 21 }, "attempts"],
      [{ attempts: 2, perRepository: true }, "perRepository"],
      [{ attempts: 2, launch: { ...basic, prompt: { text: "" } } }, "launch.prompt.text"],
      [{ attempts: 2, id: "x" }, "id"],
      [{ attempts: 2, savedVariables: [crypto.randomUUID()] }, "savedVariables.0"],
    ];
    for (const [body, field] of bad) {
      const response = await own.call(ada, "POST", "/batches", { id: crypto.randomUUID(), launch: basic, ...body });
      expect([response.status, (await response.json()).error.field]).toEqual([400, field]);
    }
    const denied = await own.call(viewer, "POST", "/batches", { id: crypto.randomUUID(), launch: basic, attempts: 2 });
    expect(denied.status).toBe(403);
    expect(await own.store.database.select().from(batches)).toEqual([]);
    expect((await own.call(ada, "GET", `/batches/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("keeps secrets sealed until all agents are launched, and masked afterward", async () => {
    const secret = "launch-secret-8361";
    const launch = { ...basic, prompt: { text: `Use ${secret}` }, envVars: { TOKEN: secret } };
    const batch = await store({ launch, attempts: 2 });
    const [stored] = await own.store.database.select().from(batches);
    expect(stored?.sealed).not.toBeNull();
    expect(JSON.stringify([stored, batch])).not.toContain(secret);
    await due();
    expect(await states(batch)).toEqual(["launched", "launched"]);
    const [member] = (await read(batch.id)).members;
    const { db, cipher } = own.service.service;
    const [agent] = await db
      .select()
      .from(serviceAgents)
      .where(eq(serviceAgents.id, member?.agentId ?? ""));
    expect(agent?.secrets && Object(cipher.open(agent.secrets)).envVars).toEqual({ TOKEN: secret });
  });

  it("adds saved variables as single launches do", async () => {
    const rules = { scope: "user", kind: "variable", apply: "automatic", models: [], pools: [] };
    const saved = await own.call(ada, "POST", "/variables", { ...rules, name: "REGION", value: "north" });
    expect(saved.status, await saved.clone().text()).toBe(201);
    const batch = await store({ attempts: 2 });
    await due();
    const [member] = (await read(batch.id)).members;
    const { db, cipher } = own.service.service;
    const [agent] = await db
      .select()
      .from(serviceAgents)
      .where(eq(serviceAgents.id, member?.agentId ?? ""));
    expect(agent?.secrets && Object(cipher.open(agent.secrets)).envVars).toEqual({ REGION: "north" });
  });
});

describe("a launch that fails", () => {
  it("leaves the others alone and can be retried by the owner", async () => {
    const batch = await store({ models: [{ id: "script" }, { id: "missing-model" }] });
    await due();
    const [good, bad] = (await read(batch.id)).members;
    expect([good?.state, bad?.state]).toEqual(["launched", "failed"]);
    expect(bad?.problem).toContain("missing-model");
    const denied = await retry(eve, batch.id, 2);
    expect([denied.status, await denied.json()]).toMatchObject([403, { error: { code: "batch_not_yours" } }]);
    expect((await retry(ada, batch.id, 1)).status).toBe(409);
    expect((await retry(ada, batch.id, 3)).status).toBe(404);
    expect((await retry(ada, batch.id, 2)).status).toBe(200);
    expect(await states(batch)).toEqual(["launched", "waiting"]);
    await due();
    expect(await states(batch)).toEqual(["launched", "failed"]);
  });

  it("says which budget is used up in the middle of a batch, and succeeds after it is raised", {
    tags: ["long"],
  }, async () => {
    const body = { scope: { kind: "team" as const }, unit: "tokens" as const, limit: "1000", period: "month" as const };
    const rest = { warnAt: 80, action: "stop" as const };
    await insertBudget(own.store, {
      id: crypto.randomUUID(),
      body: { ...body, ...rest },
      currency: null,
      createdAt: new Date(),
    });
    const batch = await store({ attempts: 4 });
    for (const _ of [1, 2]) await launchMember(parts, await claim(), 4);
    await seedUsage(own.store, { source: parts.source, at: new Date(), tokens: 2_000 });
    await due();
    const { members } = await read(batch.id);
    expect(members.map(({ state }) => state)).toEqual(["launched", "launched", "failed", "failed"]);
    expect(members[3]?.problem).toContain("budget for the team is used up");
    await own.store.database.delete(budgets);
    for (const position of [3, 4]) expect((await retry(ada, batch.id, position)).status).toBe(200);
    await dueInAll();
    expect(await states(batch)).toEqual(Array(4).fill("launched"));
  });

  it("isn't sent for an owner who is no longer allowed to launch agents", async () => {
    for (const change of [{ disabledAt: new Date() }, { disabledAt: null, role: "viewer" as const }]) {
      await own.store.database.update(users).set({ disabledAt: null, role: "operator" });
      const batch = await store({ attempts: 2 });
      await own.store.database.update(users).set(change).where(eq(users.id, ada.id));
      await due();
      expect(await states(batch)).toEqual(["failed", "failed"]);
    }
  });

  it("waits and is repeated while the service can't be reached", async () => {
    const batch = await store({ attempts: 2 });
    const address = { ...parts.service.address, base: `http://127.0.0.1:${await testPort()}` };
    await launchDueMembers({ ...parts, service: { ...parts.service, address } });
    expect(await states(batch)).toEqual(["waiting", "waiting"]);
    expect((await read(batch.id)).members[0]?.problem).toContain("Couldn't reach the service");
    await due();
    expect(await states(batch)).toEqual(["waiting", "waiting"]);
    clock.advance(60_000);
    await dueInAll();
    expect(await states(batch)).toEqual(["launched", "launched"]);
  });

  it("can't be retried after a week", async () => {
    const batch = await store({ attempts: 2 });
    await forgetOldLaunches(own.store, new Date(Date.now() + 1_000));
    await due();
    expect(await states(batch)).toEqual(["failed", "failed"]);
    expect((await read(batch.id)).members[0]?.problem).toContain("expired");
  });
});

describe("after a process was killed", () => {
  const later = async () => {
    clock.advance(60_000);
    await dueInAll();
    // Reconciled launches are repeated in the next pass.
    await dueInAll();
  };

  it("launches what it claimed but didn't send", async () => {
    const name = "Unsent";
    const batch = await store({ launch: { ...basic, name }, attempts: 2 });
    await claim();
    await due();
    expect(await states(batch)).toEqual(["launching", "launched"]);
    await later();
    expect(await states(batch)).toEqual(["launched", "launched"]);
    expect(await named(name)).toHaveLength(2);
  });

  it("finds the agent it launched by the id it chose", async () => {
    const name = "Chosen";
    const batch = await store({ launch: { ...basic, name }, attempts: 2 });
    const { member } = await claim();
    const agentId = `bc-${crypto.randomUUID()}`;
    await chooseAgentId(own.store, member, agentId);
    await own.service.call(createAgent, { body: { ...basic, name: `${name} (1 of 2)`, agentId } });
    await later();
    expect((await read(batch.id)).members[0]).toMatchObject({ state: "launched", agentId });
    expect(await named(name)).toHaveLength(2);
    const [launch] = await own.store.database.select().from(launches).where(eq(launches.agentId, agentId));
    expect(launch?.launchedBy).toBe(ada.id);
  });

  it("repeats a launch with the same id, so that a late request of the killed process can't double it", {
    tags: ["long"],
  }, async () => {
    const name = "Late";
    const batch = await store({ launch: { ...basic, name }, attempts: 2 });
    const { member } = await claim();
    const agentId = `bc-${crypto.randomUUID()}`;
    await chooseAgentId(own.store, member, agentId);
    clock.advance(60_000);
    await due();
    expect(await states(batch)).toEqual(["waiting", "launched"]);
    await own.service.call(createAgent, { body: { ...basic, name: `${name} (1 of 2)`, agentId } });
    await due();
    expect((await read(batch.id)).members[0]).toMatchObject({ state: "launched", agentId });
    expect(await named(name)).toHaveLength(2);
  });

  it("finds the agent by its name if the service chose the id", async () => {
    const name = "Named";
    const launch = { ...basic, name, envVars: { A: "b" } };
    const batch = await store({ launch, attempts: 2 });
    await claim();
    const { agent } = await own.service.call(createAgent, { body: { ...launch, name: `${name} (1 of 2)` } });
    await later();
    expect((await read(batch.id)).members[0]).toMatchObject({ state: "launched", agentId: agent.id });
    expect(await named(name)).toHaveLength(2);
  });

  it("leaves the decision to a user if several agents match", { tags: ["long"] }, async () => {
    const launch = { ...basic, name: "Unclear", envVars: { A: "b" } };
    const batch = await store({ launch, attempts: 2 });
    await claim();
    for (const _ of [1, 2]) await own.service.call(createAgent, { body: { ...launch, name: "Unclear (1 of 2)" } });
    await later();
    expect(await states(batch)).toEqual(["uncertain", "launched"]);
    expect((await retry(ada, batch.id, 1)).status).toBe(200);
    await due();
    expect(await states(batch)).toEqual(["launched", "launched"]);
  });
});
