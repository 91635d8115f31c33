import { hostname } from "node:os";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getWorker } from "@/lib/contract/pools/get-worker";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { workers } from "../core/store/tables/pools";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { deleteStaleWorkers } from "./delete-stale-workers";
import { touchWorker } from "./touch-worker";

type Worker = Awaited<ReturnType<PoolFixture["worker"]>>;

const clock = new FakeClock({ running: true });
let test: TestService;
let fixture: PoolFixture;
/** Oldest first: any-repo, in use, bound to a repository, personal machine, in a user's pool. */
let any: Worker;
let busy: Worker;
let bound: Worker;
let personal: Worker;
let userPoolWorker: Worker;
let activeAgent = "";

beforeAll(async () => {
  test = await startTestService({}, clock);
  fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  await test.send("POST", "/v1/repohost/repos/acme", { body: { name: "widgets" } });
  any = await fixture.worker({ name: "any" });
  clock.advance(5);
  busy = await fixture.worker({ workerId: "custom-7", name: hostname(), pool: "busy" });
  activeAgent = (await fixture.launch({ env: { type: "pool", name: "busy" } })).id;
  expect(await busy.take()).toMatchObject({ agentId: activeAgent });
  clock.advance(5);
  const repository = { owner: "acme", name: "widgets", url: "https://git.example.com/acme/widgets" };
  bound = await fixture.worker({ repository, pool: "bound" });
  clock.advance(5);
  personal = await fixture.worker({ pool: undefined, name: "laptop" }, test.keys.user);
  clock.advance(5);
  userPoolWorker = await fixture.worker({ pool: "own" }, test.keys.user);
});
afterAll(() => test.close());

const list = (query: Parameters<typeof test.call<typeof listWorkers>>[1] = {}) =>
  test.call(listWorkers, { key: test.keys.serviceAccount, ...query });
const get = (id: string) => test.call(getWorker, { params: { id }, key: test.keys.serviceAccount });
const ids = async (query: Record<string, string>) => {
  const { workers } = await list({ query });
  return workers.map(({ workerId }) => workerId);
};

describe("listing workers", () => {
  it("P-WORKER-01, P-WORKER-03, P-WORKER-04, P-WORKER-08, P-WORKER-12, P-WORKER-17: returns all workers on one page, newest first", async () => {
    const response = await list();
    expect(response).toEqual({ workers: expect.any(Array), totalCount: 5 });
    expect(response.workers.map(({ workerId }) => workerId)).toEqual(
      [userPoolWorker, personal, bound, busy, any].map(({ workerId }) => workerId),
    );
  });

  it("P-WORKER-12: returns fifty by default", { tags: ["long"] }, async () => {
    const many = await Promise.all(Array.from({ length: 48 }, () => fixture.worker({ pool: "many" })));
    const response = await list();
    expect(response.workers).toHaveLength(50);
    expect(response).toMatchObject({ totalCount: 53, nextPageToken: expect.any(String) });
    await Promise.all(many.map((worker) => worker.disconnect()));
  });

  it("P-WORKER-05, P-WORKER-06: filters by use", async () => {
    expect(await ids({ status: "in_use" })).toEqual([busy.workerId]);
    const idle = await list({ query: { status: "idle" } });
    expect(idle.totalCount).toBe(4);
    expect(idle.workers.every(({ isInUse }) => !isInUse)).toBe(true);
  });

  it("P-WORKER-09, P-WORKER-10: filters by scope", async () => {
    expect(await ids({ scope: "team_pool" })).toEqual([bound, busy, any].map(({ workerId }) => workerId));
    expect(await ids({ scope: "personal" })).toEqual([userPoolWorker.workerId, personal.workerId]);
  });

  it("P-WORKER-13, P-WORKER-16, P-WORKER-18: paginates through each worker once", async () => {
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const response = await list({ query: { limit: "1", ...(pageToken ? { pageToken } : {}) } });
      expect(response.totalCount).toBe(5);
      expect(response.workers).toHaveLength(1);
      seen.push(...response.workers.map(({ workerId }) => workerId));
      pageToken = response.nextPageToken;
    } while (pageToken);
    expect(seen).toEqual(await ids({ limit: "100" }));
  });

  it.each([
    ["P-WORKER-07: an unknown status", "status=busy", "status"],
    ["P-WORKER-11: an unknown scope", "scope=team", "scope"],
    ["P-WORKER-14: a limit of 0", "limit=0", "limit"],
    ["P-WORKER-15: a limit of 101", "limit=101", "limit"],
    ["a limit that isn't a number", "limit=ten", "limit"],
    ["an invalid page token", "pageToken=nonsense", "pageToken"],
    ["an unknown query parameter", "page=2", "page"],
  ])("rejects %s", async (_name, query, field) => {
    expect(await fixture.send("GET", `?${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: .*${field}`), code: "validation_error" },
    });
  });

  it("rejects a page token for other filters", async () => {
    const { nextPageToken = "" } = await list({ query: { limit: "1" } });
    for (const filter of ["status=idle", "scope=personal"]) {
      expect(await fixture.send("GET", `?pageToken=${nextPageToken}&${filter}`)).toMatchObject({ status: 400 });
    }
  });

  it("P-WORKER-02: excludes other teams' workers", async () => {
    const key = await fixture.otherTeamKey();
    expect(await test.call(listWorkers, { key })).toEqual({ workers: [], totalCount: 0 });
    expect((await fixture.send("GET", `/${any.workerId}`, undefined, key)).status).toBe(404);
  });

  it("limits a repo-scoped key to workers of its repositories", async () => {
    const { body } = await test.send("GET", "/v1/repohost/repos/acme/widgets");
    const { key } = await fixture.serviceKey({ repositoryIds: [(body as { id: string }).id] });
    const { workers, totalCount } = await test.call(listWorkers, { key });
    expect(workers.map(({ workerId }) => workerId)).toEqual([bound.workerId]);
    expect(totalCount).toBe(1);
    expect((await fixture.send("GET", `/${any.workerId}`, undefined, key)).status).toBe(404);
  });
});

describe("a worker", () => {
  it("P-WORKER-22, P-WORKER-23, P-WORKER-26, P-WORKER-27, P-WORKER-28, P-WORKER-29, P-WORKER-30, P-WORKER-31, P-WORKER-32, P-WORKER-34, P-WORKER-35: in a team's any-repo pool", async () => {
    const { worker, ...bare } = await get(any.workerId);
    expect(bare).toEqual(worker);
    expect(worker).toEqual({
      workerId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      isInUse: false,
      repoOwner: "",
      repoName: "",
      workspaceRootPath: "/srv/work",
      connectedAtMs: expect.any(Number),
      userId: 0,
      teamId: 1,
      serviceAccountId: expect.stringMatching(/^sa_/),
      name: "any",
      // Additional; not in the specification.
      poolName: "gpu",
    });
  });

  it("P-WORKER-24, P-WORKER-25, P-WORKER-33, P-WORKER-36: in use has its custom id, host name and agent", async () => {
    expect(await get("custom-7")).toMatchObject({ isInUse: true, activeBcId: activeAgent, name: hostname() });
  });

  it("P-WORKER-26: bound to a repository includes it", async () => {
    expect(await get(bound.workerId)).toMatchObject({
      repoOwner: "acme",
      repoName: "widgets",
      repoUrl: "https://git.example.com/acme/widgets",
    });
  });

  it("P-WORKER-30, P-WORKER-31: of a user has its owner's id and no team", async () => {
    for (const { workerId } of [personal, userPoolWorker]) {
      const worker = await get(workerId);
      expect(worker.userId).toBeGreaterThan(0);
      expect(worker).not.toHaveProperty("teamId");
      expect(worker).not.toHaveProperty("serviceAccountId");
    }
  });

  it("that is offline returns 404", async () => {
    const gone = await fixture.worker({ pool: "gone" });
    await gone.disconnect();
    expect(await fixture.send("GET", `/${gone.workerId}`)).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/^Not Found: /), code: "worker_not_found" },
    });
    expect((await fixture.send("GET", "/unknown")).status).toBe(404);
  });

  it("P-WORKER-25: is in use only while it has a run", async () => {
    const worker = await fixture.worker({ pool: "use" });
    const used = async () => (await get(worker.workerId)).isInUse;
    const { id } = await fixture.launch({ env: { type: "pool", name: "use" } });
    expect(await used()).toBe(false);
    const run = await worker.take();
    expect(await used()).toBe(true);
    await test.send("POST", `/v1/agents/${id}/runs/${run?.runId}/cancel`);
    expect(await used()).toBe(false);
    await worker.disconnect();
  });
});

describe("connecting", () => {
  it("replaces an older connection of the same worker, which becomes stale", async () => {
    const first = await fixture.worker({ workerId: "twice", pool: "twice" });
    const second = await fixture.worker({ workerId: "twice", pool: "twice" });
    expect(await touchWorker(test.service, first)).toBe(false);
    expect(await touchWorker(test.service, second)).toBe(true);
    await fixture.launch({ env: { type: "pool", name: "twice" } });
    expect(await first.take()).toBeUndefined();
    await first.disconnect();
    expect((await get("twice")).isInUse).toBe(false);
    expect(await second.take()).toBeDefined();
    await second.disconnect();
  });

  it("rejects an older process of a running worker, and another owner", async () => {
    const older = await fixture.worker({ workerId: "starts", pool: "starts" });
    const newer = await fixture.worker({ workerId: "starts", pool: "starts" });
    const { incarnation } = older.registration;
    const resume = fixture.worker({ workerId: "starts", pool: "starts", incarnation, resumed: true });
    await expect(resume).rejects.toMatchObject({ status: 409, code: "replaced" });
    await expect(fixture.worker({ workerId: "starts" }, test.keys.user)).rejects.toMatchObject({ code: "replaced" });
    expect(await touchWorker(test.service, newer)).toBe(true);
    await newer.disconnect();
  });

  it("rejects the id of another owner's offline worker", async () => {
    const mine = await fixture.worker({ workerId: "mine", pool: "mine" });
    await mine.disconnect();
    await expect(fixture.worker({ workerId: "mine" }, test.keys.user)).rejects.toMatchObject({ code: "replaced" });
    const { key } = await fixture.serviceKey({});
    await expect(fixture.worker({ workerId: "mine", pool: "mine" }, key)).rejects.toMatchObject({ code: "replaced" });
    const again = await fixture.worker({ workerId: "mine", pool: "other" });
    expect(await touchWorker(test.service, again)).toBe(true);
    await again.disconnect();
  });

  it("enforces a user's worker limit, except for reconnecting workers", async () => {
    const { db, ids, instance } = test.service;
    const userId = (await get(personal.workerId)).userId;
    const fields = { teamId: 1, userId, workspaceRootPath: "/", labels: [], models: [], incarnation: "x", instance };
    const times = { connectedAt: clock.now(), lastSeenAt: clock.now() };
    const crowd = Array.from({ length: 198 }, (_, index) => ({
      ...fields,
      ...times,
      id: `crowd-${index}`,
      name: "crowd",
      connectionId: ids.uuid(),
    }));
    await db.insert(workers).values(crowd);
    const worker = { pool: undefined, name: "more" };
    await expect(fixture.worker(worker, test.keys.user)).rejects.toMatchObject({ status: 429, code: "worker_limit" });
    await fixture.worker({ ...personal.registration }, test.keys.user);
    await db.delete(workers).where(eq(workers.name, "crowd"));
  });

  it("rejects a personal machine with a service-account key, and any worker with an admin key", async () => {
    await expect(fixture.worker({ pool: undefined })).rejects.toMatchObject({ status: 400, field: "pool" });
    await expect(fixture.worker({}, test.keys.admin)).rejects.toMatchObject({ status: 403 });
  });

  it("leaves a record that is deleted a week after a pool worker disconnects, or 90 days for a machine", async () => {
    const known = async (id: string) => test.service.db.$count(workers, eq(workers.id, id));
    const gone = await fixture.worker({ pool: "gone" });
    const off = await fixture.worker({ pool: undefined, name: "off" }, test.keys.user);
    const connected = await fixture.worker({ pool: "gone" });
    for (const each of [gone, off]) await each.disconnect();
    const day = 24 * 3_600_000;
    const later = (days: number) => ({ db: test.service.db, clock: { ...clock, now: () => clock.now() + days * day } });
    await deleteStaleWorkers(later(6.9));
    expect([await known(gone.workerId), await known(off.workerId)]).toEqual([1, 1]);
    await deleteStaleWorkers(later(7.1));
    expect([await known(gone.workerId), await known(off.workerId)]).toEqual([0, 1]);
    await deleteStaleWorkers(later(91));
    expect([await known(off.workerId), await known(connected.workerId)]).toEqual([0, 1]);
    await connected.disconnect();
  });

  it("times out a silent worker", async () => {
    const worker = await fixture.worker({ pool: "silent" });
    clock.advance(40_000);
    expect(await touchWorker(test.service, worker)).toBe(true);
    clock.advance(50_000);
    const status = async () => (await fixture.send("GET", `/${worker.workerId}`)).status;
    await expect.poll(status).toBe(404);
    expect(await touchWorker(test.service, worker)).toBe(false);
  });
});
