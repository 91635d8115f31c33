import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getMe } from "@/lib/contract/agents/get-me";
import { listPools } from "@/lib/contract/pools/list-pools";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { pools } from "../core/store/tables/pools";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const clock = new FakeClock({ running: true });
const day = 24 * 3_600_000;

let test: TestService;
let fixture: PoolFixture;
beforeAll(async () => {
  test = await startTestService({}, clock);
  fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  for (const name of ["widgets", "gears"]) {
    const created = await test.send("POST", "/v1/repohost/repos/acme", { body: { name } });
    expect(created.status).toBe(200);
  }
});
afterAll(() => test.close());

const list = async (query: { scope?: "team_pool" | "personal" | "all"; includeStale?: "true" } = {}) =>
  (await test.call(listPools, { query, key: test.keys.serviceAccount })).pools;
const named = async (poolName: string, query = {}) => (await list(query)).filter((pool) => pool.poolName === poolName);
const rows = () => test.service.db.$count(pools);
const deregister = (query: Record<string, string>, key = test.keys.serviceAccount) =>
  fixture.send("DELETE", `/pools?${new URLSearchParams({ scope: "team", ...query })}`, undefined, key);

describe("registering a pool", () => {
  it("P-POOL-01, P-POOL-07, P-POOL-08, P-POOL-09, P-POOL-21, P-POOL-25, P-POOL-30: creates a durable any-repo pool without a worker", async () => {
    expect(await fixture.register({ poolName: "plain" })).toMatchObject({ status: 200, body: { registered: true } });
    expect(await named("plain")).toEqual([
      {
        scope: "team",
        ownerId: 1,
        poolName: "plain",
        connectedWorkerCount: 0,
        inUseWorkerCount: 0,
        firstSeenAtMs: expect.any(Number),
        lastSeenAtMs: expect.any(Number),
        isStale: false,
        workerReadyTimeoutSeconds: 0,
      },
    ]);
  });

  it("P-POOL-13, P-POOL-16: keeps omitted values when it is registered again", async () => {
    await fixture.register({ poolName: "again", workerReadyTimeoutSeconds: 300 });
    const [first] = await named("again");
    clock.advance(1_000);
    await fixture.register({ poolName: "again" });
    const [second] = await named("again");
    expect(second).toMatchObject({ workerReadyTimeoutSeconds: 300, firstSeenAtMs: first?.firstSeenAtMs });
    expect(second?.lastSeenAtMs).toBeGreaterThan(first?.lastSeenAtMs ?? 0);
  });

  it("P-POOL-15, P-POOL-26: creates separate pools for a repository and for any repository", async () => {
    await fixture.register({ poolName: "both" });
    const repo = { repoOwner: "acme", repoName: "widgets", repoUrl: "https://git.example.com/acme/widgets" };
    await fixture.register({ poolName: "both", ...repo });
    const [any, bound] = (await named("both")).sort((a, b) => Object.keys(a).length - Object.keys(b).length);
    expect(bound).toMatchObject(repo);
    expect(any).not.toHaveProperty("repoOwner");
    expect(any).not.toHaveProperty("repoName");
    expect(any).not.toHaveProperty("repoUrl");
  });

  it.each([
    ["P-POOL-22: no scope", { scope: undefined, poolName: "x" }, "scope"],
    ["P-POOL-23: an unknown scope", { scope: "world", poolName: "x" }, "scope"],
    ["P-POOL-24: no poolName", {}, "poolName"],
    ["P-POOL-27: repoOwner alone", { poolName: "x", repoOwner: "acme" }, "repoName"],
    ["P-POOL-27: repoName alone", { poolName: "x", repoName: "widgets" }, "repoOwner"],
    ["P-POOL-28: repoUrl alone", { poolName: "x", repoUrl: "https://git.example.com/acme/widgets" }, "repoUrl"],
    ["P-POOL-31: a negative window", { poolName: "x", workerReadyTimeoutSeconds: -1 }, "workerReadyTimeoutSeconds"],
    ["P-POOL-32: half a second", { poolName: "x", workerReadyTimeoutSeconds: 0.5 }, "workerReadyTimeoutSeconds"],
    ["P-POOL-32: a window as a string", { poolName: "x", workerReadyTimeoutSeconds: "5" }, "workerReadyTimeoutSeconds"],
    ["an empty name", { poolName: "" }, "poolName"],
    [
      "a URL with a password",
      { poolName: "x", repoOwner: "a", repoName: "b", repoUrl: "https://u:p@h/a/b" },
      "repoUrl",
    ],
  ])("rejects %s and registers nothing", async (_name, body, field) => {
    const before = await rows();
    expect(await fixture.register(body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: ${field}: `), code: "validation_error" },
    });
    expect(await rows()).toBe(before);
  });

  it("with a repo-scoped key, is limited to its repositories and can't set a window", async () => {
    const { key } = await fixture.serviceKey({ repositoryIds: [await repositoryId("widgets")] });
    const register = (body: object) => fixture.send("POST", "/pools", { scope: "team", ...body }, key);
    const own = { repoOwner: "acme", repoName: "widgets" };
    expect((await register({ poolName: "scoped", ...own })).status).toBe(200);
    const before = await rows();
    for (const body of [
      { poolName: "other" },
      { poolName: "other", repoOwner: "acme", repoName: "gears" },
      { poolName: "other", ...own, workerReadyTimeoutSeconds: 5 },
    ]) {
      expect(await register(body)).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
    }
    expect(await rows()).toBe(before);
    const seen = await test.call(listPools, { key });
    expect(seen.pools.every(({ repoName }) => repoName === "widgets")).toBe(true);
    expect(seen.pools.map(({ poolName }) => poolName)).toContain("scoped");
    expect((await deregister({ pool_name: "plain" }, key)).status).toBe(403);
  });
});

async function repositoryId(name: string): Promise<string> {
  const { body } = await test.send("GET", `/v1/repohost/repos/acme/${name}`);
  return (body as { id: string }).id;
}

describe("listing pools", () => {
  it("P-POOL-02, P-POOL-03, P-POOL-04, P-POOL-08: by scope", async () => {
    await fixture.register({ poolName: "of-team" });
    await fixture.send("POST", "/pools", { scope: "user", poolName: "of-user" });
    const names = async (scope?: "team_pool" | "personal" | "all") =>
      (await list(scope ? { scope } : {})).map(({ poolName }) => poolName);
    for (const scope of [undefined, "all"] as const) {
      expect(await names(scope)).toEqual(expect.arrayContaining(["of-team", "of-user"]));
    }
    expect(new Set((await list({ scope: "team_pool" })).map(({ scope }) => scope))).toEqual(new Set(["team"]));
    expect(await named("of-user", { scope: "personal" })).toMatchObject([
      { scope: "user", ownerId: (await test.call(getMe, { key: test.keys.user })).userId },
    ]);
    expect(new Set((await list({ scope: "personal" })).map(({ scope }) => scope))).toEqual(new Set(["user"]));
  });

  it("P-POOL-10, P-POOL-11, P-POOL-12, P-POOL-19, P-PROC-07: counts a pool's workers, is registered by them, and outlives them", async () => {
    const one = await fixture.worker({ pool: "counted" });
    const two = await fixture.worker({ pool: "counted" });
    await fixture.launch({ env: { type: "pool", name: "counted" } });
    const run = await one.take();
    expect(await named("counted")).toMatchObject([{ connectedWorkerCount: 2, inUseWorkerCount: 1 }]);
    if (!run) throw new Error("the worker received no run");
    await one.finish(run);
    expect(await named("counted")).toMatchObject([{ connectedWorkerCount: 2, inUseWorkerCount: 0 }]);
    await one.disconnect();
    await two.disconnect();
    expect(await named("counted")).toMatchObject([{ connectedWorkerCount: 0, inUseWorkerCount: 0, isStale: false }]);
  });

  it("P-POOL-05, P-POOL-06, P-POOL-14: excludes stale pools by default, and a worker makes a pool fresh again", async () => {
    await fixture.register({ poolName: "idle" });
    clock.advance(7 * day + 1);
    expect(await named("idle")).toEqual([]);
    expect(await named("idle", { includeStale: "true" })).toMatchObject([{ isStale: true }]);
    const worker = await fixture.worker({ pool: "idle" });
    expect(await named("idle")).toMatchObject([{ isStale: false, connectedWorkerCount: 1 }]);
    await worker.disconnect();
  });

  it.each(["scope=team", "includeStale=yes", "limit=5"])("rejects ?%s", async (query) => {
    expect((await fixture.send("GET", `/pools?${query}`)).status).toBe(400);
  });

  it("sorts pools by name, and those with the same name by age", async () => {
    const repository = { repoOwner: "acme", repoName: "gears" };
    await fixture.register({ poolName: "sorted-b" });
    clock.advance(1_000);
    await fixture.register({ poolName: "sorted-a", ...repository });
    clock.advance(1_000);
    await fixture.register({ poolName: "sorted-a" });
    const sorted = (await list()).filter(({ poolName }) => poolName.startsWith("sorted-"));
    expect(sorted.map(({ poolName, repoName }) => [poolName, repoName])).toEqual([
      ["sorted-a", "gears"],
      ["sorted-a", undefined],
      ["sorted-b", undefined],
    ]);
  });

  it("excludes other teams' pools", async () => {
    expect((await test.call(listPools, { key: await fixture.otherTeamKey() })).pools).toEqual([]);
  });
});

describe("deregistering a pool", () => {
  it("P-POOL-33, P-POOL-34, P-POOL-38: hides it from lists and pickers, once", async () => {
    await fixture.register({ poolName: "gone", repoOwner: "acme", repoName: "widgets" });
    const query = { pool_name: "gone", repo_owner: "acme", repo_name: "Widgets" };
    expect(await deregister({ pool_name: "gone" })).toMatchObject({ status: 200, body: { deregistered: false } });
    expect(await named("gone")).toHaveLength(1);
    expect(await deregister(query)).toMatchObject({ status: 200, body: { deregistered: true } });
    expect(await deregister(query)).toMatchObject({ status: 200, body: { deregistered: false } });
    expect(await named("gone", { includeStale: "true" })).toEqual([]);
    const rejected = await test.send("POST", "/v1/agents", {
      body: { prompt: { text: "x" }, env: { type: "pool", name: "gone" } },
    });
    expect(rejected).toMatchObject({ status: 400, body: { error: { field: "env.name" } } });
  });

  it("P-POOL-39: doesn't affect its workers and pending requests", async () => {
    const worker = await fixture.worker({ pool: "leaving" });
    const { id } = await fixture.launch({ env: { type: "pool", name: "leaving" } });
    await deregister({ pool_name: "leaving" });
    expect((await fixture.send("GET", `/${worker.workerId}`)).status).toBe(200);
    expect(await worker.take()).toMatchObject({ agentId: id });
    await worker.disconnect();
  });

  it.each([
    ["P-POOL-35: no scope", "pool_name=plain", "scope"],
    ["P-POOL-36: no pool_name", "scope=team", "pool_name"],
    ["P-POOL-37: repo_owner alone", "scope=team&pool_name=plain&repo_owner=acme", "repo_name"],
    ["P-POOL-37: repo_name alone", "scope=team&pool_name=plain&repo_name=widgets", "repo_owner"],
    ["P-POOL-34: camelCase names", "scope=team&poolName=plain", "pool_name"],
  ])("rejects %s", async (_name, query, field) => {
    const response = await fixture.send("DELETE", `/pools?${query}`);
    expect(response).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } });
    expect(await named("plain", { includeStale: "true" })).toHaveLength(1);
  });

  it("P-POOL-40: requires a team admin", async () => {
    const { userId } = await addUser(test.service, { email: "member@example.test", teamId: 1 });
    const { key } = await fixture.serviceKey({ userId });
    for (const rejected of [key, test.keys.user]) {
      expect(await deregister({ pool_name: "plain" }, rejected)).toMatchObject({
        status: 403,
        body: { code: "role_forbidden" },
      });
    }
    expect(await named("plain", { includeStale: "true" })).toHaveLength(1);
  });

  it("P-POOL-41: requires the owner for a user pool", async () => {
    await fixture.send("POST", "/pools", { scope: "user", poolName: "mine" });
    const { userId } = await addUser(test.service, { email: "other@example.test", teamId: 1, isTeamAdmin: true });
    const { key } = await fixture.serviceKey({ userId });
    const query = { scope: "user", pool_name: "mine" };
    expect(await deregister(query, key)).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
    expect(await named("mine")).toHaveLength(1);
    expect((await deregister(query)).body).toEqual({ deregistered: true });
  });

  it("P-POOL-33: returns false without a pool of that scope and name", async () => {
    await fixture.send("POST", "/pools", { scope: "user", poolName: "scoped-user" });
    const notRegistered = { status: 200, body: { deregistered: false } };
    expect(await deregister({ pool_name: "scoped-user" })).toMatchObject(notRegistered);
    expect(await deregister({ scope: "user", pool_name: "scoped-none" })).toMatchObject(notRegistered);
    expect(await named("scoped-user")).toHaveLength(1);
  });

  it("P-POOL-40: is rejected in a team without an admin, which can't register user pools either", async () => {
    const key = await fixture.otherTeamKey();
    const forbidden = { status: 403, body: { code: "role_forbidden" } };
    expect(await deregister({ pool_name: "plain" }, key)).toMatchObject(forbidden);
    const before = await rows();
    const pool = { scope: "user", poolName: "ownerless" };
    expect(await fixture.send("POST", "/pools", pool, key)).toMatchObject(forbidden);
    expect(await rows()).toBe(before);
  });

  it("is undone by registering the same pool again", async () => {
    await fixture.register({ poolName: "back", workerReadyTimeoutSeconds: 60 });
    await deregister({ pool_name: "back" });
    await fixture.register({ poolName: "back" });
    expect(await named("back")).toMatchObject([{ workerReadyTimeoutSeconds: 60 }]);
    expect(await test.service.db.$count(pools, eq(pools.name, "back"))).toBe(1);
  });
});
