import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { getMe } from "@/lib/contract/agents/get-me";
import { getRun } from "@/lib/contract/agents/get-run";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { isTerminal } from "@/lib/contract/agents/run";
import { listPools } from "@/lib/contract/pools/list-pools";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { keyHash, newKey } from "../core/api-key";
import { subTokens } from "../core/store/tables/account";
import { agents } from "../core/store/tables/agents";
import { apiKeys, teams, users } from "../core/store/tables/users";
import { poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const clock = new FakeClock({ running: true });
const hour = 3_600_000;

let test: TestService;
let userId = 0;
beforeAll(async () => {
  test = await startTestService({}, clock);
  userId = (await test.call(getMe)).userId ?? 0;
});
afterAll(() => test.close());

const forAdmin = { forUserEmail: "admin@localhost" };

const mint = (body: unknown, key = test.keys.serviceAccount) => test.send("POST", "/v1/sub-tokens", { key, body });

async function minted(body: Parameters<typeof mint>[0] = forAdmin, key = test.keys.serviceAccount) {
  const response = await mint(body, key);
  expect(response.status).toBe(200);
  return createSubToken.response.parse(response.body);
}

async function addUser(email: string, over: { isActive?: boolean; teamId?: number } = {}): Promise<number> {
  const { db } = test.service;
  const [team] = await db.select().from(teams);
  const [user] = await db
    .insert(users)
    .values({ actorId: systemIds.typed("user"), email, teamId: team?.id ?? 0, createdAt: 1, ...over })
    .returning();
  return user?.id ?? 0;
}

/** Adds a key to the service account. */
async function addKey(agentScoped: boolean): Promise<{ key: string; id: string }> {
  const { db } = test.service;
  const [known] = await db.select().from(apiKeys).where(eq(apiKeys.kind, "serviceAccount"));
  const { key, hash } = newKey(systemIds, "sak");
  const id = systemIds.uuid();
  const serviceAccountId = known?.serviceAccountId ?? null;
  await db
    .insert(apiKeys)
    .values({ id, hash, name: "further", kind: "serviceAccount", serviceAccountId, agentScoped, createdAt: 1 });
  return { key, id };
}

describe("minting a worker token", () => {
  it("A-TOKEN-01, A-TOKEN-08, A-TOKEN-09, A-TOKEN-11: works for an email address, for one hour", async () => {
    const before = clock.now();
    const token = await minted();
    expect(token).toEqual({
      accessToken: expect.stringMatching(/^swt_[0-9a-f]{64}$/),
      expiresAt: expect.stringMatching(/Z$/),
      userId,
      teamId: expect.any(Number),
    });
    const issued = Date.parse(token.expiresAt) - hour;
    expect(issued).toBeGreaterThanOrEqual(before);
    expect(issued).toBeLessThanOrEqual(clock.now());
  });

  it("A-TOKEN-02: works for a user id", async () => {
    expect((await minted({ forUserId: userId })).userId).toBe(userId);
  });

  it("A-TOKEN-03: works for an email address in any case", async () => {
    expect((await minted({ forUserEmail: "ADMIN@LocalHost" })).userId).toBe(userId);
  });

  it("only stores the token's hash", async () => {
    const { accessToken } = await minted();
    const rows = await test.service.db.select().from(subTokens);
    expect(JSON.stringify(rows)).not.toContain(accessToken);
    expect(rows.map(({ hash }) => hash)).toContain(keyHash(accessToken));
  });

  it.each([
    ["A-TOKEN-04: both selectors", { forUserEmail: "admin@localhost", forUserId: 1 }],
    ["A-TOKEN-05: neither selector", {}],
    ["A-TOKEN-06: an id that isn't an integer", { forUserId: 1.5 }],
    ["an id that is a string", { forUserId: "1" }],
    ["an empty address", { forUserEmail: "" }],
  ])("rejects %s", async (_name, body) => {
    expect(await mint(body)).toMatchObject({ status: 400, body: { error: { code: "validation_error" } } });
  });

  it("A-TOKEN-07: returns 404 for users who aren't active members of the team", async () => {
    const [otherTeam] = await test.service.db.insert(teams).values({ name: "Other", createdAt: 1 }).returning();
    const stranger = await addUser("stranger@example.com", { teamId: otherTeam?.id ?? 0 });
    await addUser("gone@example.com", { isActive: false });
    for (const body of [
      { forUserEmail: "gone@example.com" },
      { forUserEmail: "unknown@example.com" },
      { forUserId: stranger },
      { forUserId: -1 },
      { forUserId: Number.MAX_SAFE_INTEGER },
    ]) {
      expect(await mint(body)).toMatchObject({ status: 404, body: { error: { code: "user_not_found" } } });
    }
  });

  it("A-TOKEN-12, A-TOKEN-13, A-TOKEN-15: rejects a user's key, a key that isn't agent-scoped, and a worker token", async () => {
    const rows = await test.service.db.$count(subTokens);
    const token = (await minted()).accessToken;
    for (const key of [test.keys.user, (await addKey(false)).key, token]) {
      const response = await mint(forAdmin, key);
      expect(response).toMatchObject({ status: 403, body: { error: { code: "service_account_required" } } });
    }
    expect(await test.service.db.$count(subTokens)).toBe(rows + 1);
  });

  it("rejects a repo-scoped key", async () => {
    const { key, id } = await addKey(true);
    await test.service.db
      .update(apiKeys)
      .set({ repositoryIds: [systemIds.typed("repo")] })
      .where(eq(apiKeys.id, id));
    expect(await mint(forAdmin, key)).toMatchObject({
      status: 403,
      body: { error: { code: "service_account_required" } },
    });
  });

  it("A-TOKEN-14: rejects the key as Basic", async () => {
    const authorization = `Basic ${Buffer.from(`${test.keys.serviceAccount}:`).toString("base64")}`;
    const response = await test.send("POST", "/v1/sub-tokens", {
      key: null,
      headers: { authorization },
      body: forAdmin,
    });
    expect(response).toMatchObject({ status: 403, body: { error: { code: "service_account_required" } } });
  });
});

describe("a worker token", () => {
  it("A-TOKEN-16: acts as its user", { tags: ["long"] }, async () => {
    const other = await addUser("worker@example.com");
    const key = (await minted({ forUserId: other })).accessToken;
    expect(await test.call(getMe, { key })).toMatchObject({ userId: other, userEmail: "worker@example.com" });
    const { agent, run } = await test.call(createAgent, { key, body: { prompt: { text: "hello" } } });
    // While it executes, an hour of the clock is 7,000 measurements.
    const params = { id: agent.id, runId: run.id };
    await expect.poll(async () => isTerminal((await test.call(getRun, { params, key })).status)).toBe(true);
    const [row] = await test.service.db.select().from(agents).where(eq(agents.id, agent.id));
    expect(row).toMatchObject({ userId: other, serviceAccountId: null });
    expect((await test.call(listAgents, { key })).items.map(({ id }) => id)).toEqual([agent.id]);
    expect((await test.send("GET", "/v1/repohost/namespaces", { key })).status).toBe(403);
  });

  it("A-TOKEN-16: starts workers as its user, which run that user's agents only", async () => {
    const other = await addUser("machine@example.com");
    const key = (await minted({ forUserId: other })).accessToken;
    const fixture = poolFixture(test);
    const worker = await fixture.worker({ pool: "own" }, key);
    const { workers } = await test.call(listWorkers, { key: test.keys.serviceAccount, query: { scope: "personal" } });
    expect(workers).toMatchObject([{ workerId: worker.workerId, userId: other }]);
    const { pools } = await test.call(listPools, { key: test.keys.serviceAccount, query: { scope: "personal" } });
    expect(pools).toMatchObject([{ scope: "user", ownerId: other, poolName: "own", connectedWorkerCount: 1 }]);
    const env = { type: "pool", name: "own" };
    const rejected = await test.send("POST", "/v1/agents", { body: { prompt: { text: "hello" }, env } });
    expect(rejected.status).toBe(400);
    const { id } = await fixture.launch({ env }, key);
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await worker.disconnect();
  });

  it("A-TOKEN-10: expires after one hour", async () => {
    const { accessToken: key } = await minted();
    clock.advance(hour - 5_000);
    expect((await test.send("GET", "/v1/me", { key })).status).toBe(200);
    clock.advance(5_001);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({
      status: 401,
      body: { error: { code: "unauthorized" } },
    });
  });

  it("is revoked with the key that minted it", async () => {
    const { key, id } = await addKey(true);
    const { accessToken } = await minted(forAdmin, key);
    expect((await test.send("GET", "/v1/me", { key: accessToken })).status).toBe(200);
    await test.service.db.update(apiKeys).set({ deletedAt: clock.now() }).where(eq(apiKeys.id, id));
    expect((await test.send("GET", "/v1/me", { key: accessToken })).status).toBe(401);
  });

  it("is revoked when its user is deactivated", async () => {
    const forUserId = await addUser("leaving@example.com");
    const { accessToken: key } = await minted({ forUserId });
    await test.service.db.update(users).set({ isActive: false }).where(eq(users.id, forUserId));
    expect((await test.send("GET", "/v1/me", { key })).status).toBe(401);
  });
});
