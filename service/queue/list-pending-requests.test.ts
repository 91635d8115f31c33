import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getMe } from "@/lib/contract/agents/get-me";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { pendingRequests } from "../core/store/tables/queue";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const clock = new FakeClock({ running: true });
let test: TestService;
let fixture: PoolFixture;
const repositories: Record<string, { id: string; url: string }> = {};

beforeAll(async () => {
  test = await startTestService({}, clock);
  fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  for (const name of ["widgets", "gears"]) {
    const { body } = await test.send("POST", "/v1/repohost/repos/acme", { body: { name } });
    const { id } = body as { id: string };
    repositories[name] = { id, url: `${test.service.settings.gitUrl}/acme/${name}` };
  }
  for (const poolName of ["gpu", "GPU", "paged", "tied", "wake", "wide"]) await fixture.register({ poolName });
  await fixture.register({ poolName: "bound", repoOwner: "Acme", repoName: "Widgets" });
  await fixture.register({ poolName: "slow", workerReadyTimeoutSeconds: 300 });
});
afterAll(() => test.close());

const of = (name: string) => repositories[name] ?? { id: "", url: "" };
const pool = (name: string, ...repos: string[]) => ({
  env: { type: "pool", name },
  ...(repos.length > 0 ? { repos: repos.map((each) => ({ url: of(each).url })) } : {}),
});
const idsOf = async (query: Parameters<PoolFixture["list"]>[0], key?: string) =>
  (await fixture.list({ limit: "100", ...query }, key)).requests.map(({ id }) => id);

describe("a pending request", () => {
  it("P-QUEUE-01, P-QUEUE-02, P-QUEUE-24, P-QUEUE-25, P-QUEUE-26, P-QUEUE-28, P-QUEUE-32, P-QUEUE-33, P-QUEUE-34: in an any-repo pool, created by a user", async () => {
    const before = clock.now();
    const { id } = await fixture.launch();
    const response = await fixture.list({ pool: "gpu" });
    expect(response).toEqual({
      requests: [
        {
          id,
          userId: expect.any(Number),
          userEmail: "admin@localhost",
          labels: [{ key: "pool", value: "gpu" }],
          createdAtMs: expect.any(Number),
        },
      ],
      streamCursor: expect.any(String),
    });
    expect(response.requests[0]?.createdAtMs).toBeGreaterThanOrEqual(before);
    expect(response.requests[0]?.userId).toBe((await test.call(getMe)).userId);
  });

  it("P-QUEUE-27: of a service account has its id and no user", async () => {
    const { id } = await fixture.launch({}, test.keys.serviceAccount);
    const request = await fixture.pending(id);
    expect(request).toMatchObject({ userId: 0, serviceAccountId: expect.stringMatching(/^sa_/) });
    expect(request).not.toHaveProperty("userEmail");
  });

  it("P-QUEUE-29, P-QUEUE-30, P-QUEUE-31: includes its repository, whose URL can't contain credentials", async () => {
    const { id } = await fixture.launch(pool("bound", "widgets"));
    expect(await fixture.pending(id, { repository: of("widgets").url })).toMatchObject({
      repoOwner: "acme",
      repoName: "widgets",
      repoUrl: of("widgets").url,
      labels: [
        { key: "repo", value: "acme/widgets" },
        { key: "pool", value: "bound" },
      ],
    });
    const url = of("widgets").url.replace("http://", "http://user:secret@");
    const rejected = await test.send("POST", "/v1/agents", {
      body: { prompt: { text: "x" }, env: { type: "pool", name: "bound" }, repos: [{ url }] },
    });
    expect(rejected).toMatchObject({ status: 400, body: { error: { field: "repos.0.url" } } });
  });

  it("includes all its repositories", async () => {
    const { id } = await fixture.launch(pool("wide", "widgets", "gears"));
    const request = await fixture.pending(id, { pool: "wide" });
    expect(request?.repoUrls).toEqual([of("widgets").url, of("gears").url]);
    expect(await idsOf({ repository: of("gears").url })).toContain(id);
  });
});

describe("listing pending requests", () => {
  it("P-QUEUE-13, P-QUEUE-16: filters by repository, or returns those of any-repo pools", async () => {
    const bound = await fixture.launch(pool("bound", "widgets"));
    const free = await fixture.launch(pool("gpu"));
    const named = await fixture.launch(pool("gpu", "gears"));
    const any = await idsOf({});
    expect(any).toEqual(expect.arrayContaining([free.id, named.id]));
    expect(any).not.toContain(bound.id);
    expect(await idsOf({ repository: of("gears").url, pool: "gpu" })).toEqual([named.id]);
    const widgets = await idsOf({ repository: `${of("widgets").url}.git` });
    expect(widgets).toContain(bound.id);
    expect(widgets).not.toContain(free.id);
    expect(await idsOf({ repository: "https://git.example.com/unknown/repo" })).toEqual([]);
  });

  it("P-QUEUE-17, P-QUEUE-18, P-QUEUE-19: filters by exact pool name, or returns those of all pools", async () => {
    const lower = await fixture.launch(pool("gpu"));
    const upper = await fixture.launch(pool("GPU"));
    expect(await idsOf({ pool: "GPU" })).toEqual([upper.id]);
    expect(await idsOf({ pool: "gpu" })).not.toContain(upper.id);
    expect(await idsOf({ pool: "gp" })).toEqual([]);
    expect(await idsOf({})).toEqual(expect.arrayContaining([lower.id, upper.id]));
  });

  it("P-QUEUE-06, P-QUEUE-07, P-QUEUE-09, P-QUEUE-10, P-QUEUE-20, P-QUEUE-21: paginates oldest first, each request once, with one cursor", async () => {
    const created: string[] = [];
    for (let index = 0; index < 53; index += 1) created.push((await fixture.launch(pool("paged"))).id);
    const first = await fixture.list({ pool: "paged" });
    expect(first.requests).toHaveLength(50);
    expect((await fixture.list({ pool: "paged", limit: "100" })).requests).toHaveLength(53);
    const seen: string[] = [];
    const cursors = new Set<string>();
    let pageToken: string | undefined;
    do {
      const page = await fixture.list({ pool: "paged", limit: "7", ...(pageToken ? { pageToken } : {}) });
      seen.push(...page.requests.map(({ id }) => id));
      cursors.add(page.streamCursor);
      pageToken = page.nextPageToken;
      clock.advance(10);
    } while (pageToken);
    expect(seen).toEqual(created);
    expect(cursors.size).toBe(1);
  });

  it("P-QUEUE-09: paginates through requests that were created at the same time, each once", async () => {
    const created: string[] = [];
    for (let index = 0; index < 4; index += 1) created.push((await fixture.launch(pool("tied"))).id);
    await test.service.db
      .update(pendingRequests)
      .set({ queuedAt: clock.now() })
      .where(eq(pendingRequests.poolName, "tied"));
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await fixture.list({ pool: "tied", limit: "1", ...(pageToken ? { pageToken } : {}) });
      seen.push(...page.requests.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen.sort()).toEqual(created.sort());
  });

  it("P-QUEUE-05: excludes requests for personal machines", async () => {
    const machine = await fixture.worker({ pool: undefined, name: "laptop" }, test.keys.user);
    const { id } = await fixture.launch({
      env: { type: "machine", name: "laptop" },
      repos: [{ url: of("gears").url }],
    });
    expect(await idsOf({})).not.toContain(id);
    expect(await idsOf({ repository: of("gears").url })).not.toContain(id);
    expect(await machine.take()).toMatchObject({ agentId: id });
  });

  it("P-QUEUE-04: excludes other teams' requests", async () => {
    expect((await fixture.list({}, await fixture.otherTeamKey())).requests).toEqual([]);
  });

  it("P-QUEUE-22, P-QUEUE-23, P-QUEUE-34, P-QUEUE-35, P-POOL-17: includes a claimed request only while its worker is offline", async () => {
    const worker = await fixture.worker({ pool: "slow" });
    const { id } = await fixture.launch(pool("slow"));
    const run = await worker.take();
    if (!run) throw new Error("the worker received no run");
    expect(await fixture.pending(id)).toBeUndefined();
    await worker.finish(run);
    await worker.disconnect();
    expect(await fixture.pending(id)).toBeUndefined();
    await fixture.followUp(id);
    clock.advance(100_000);
    const request = await fixture.pending(id);
    expect(request?.claimedWorkerId).toBe(worker.workerId);
    expect(request?.wakeTimeoutMs).toBeGreaterThan(150_000);
    expect(request?.wakeTimeoutMs).toBeLessThanOrEqual(200_000);
    await fixture.worker({ pool: "slow", workerId: worker.workerId });
    expect(await fixture.pending(id)).toBeUndefined();
  });
});

describe("list validation", () => {
  it.each([
    ["P-QUEUE-08: a limit over 100", "limit=101", "limit"],
    ["a limit of 0", "limit=0", "limit"],
    ["a repository that isn't a URL", "repository=acme/widgets", "repository"],
    ["an empty pool", "pool=", "pool"],
    ["an invalid page token", "pageToken=bm9uZQ", "pageToken"],
    ["an unknown query parameter", "status=all", "status"],
  ])("rejects %s", async (_name, query, field) => {
    expect(await fixture.send("GET", `/pending-requests?${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: .*${field}`), code: "validation_error" },
    });
  });

  it("P-QUEUE-11, P-QUEUE-12: rejects a page token for other filters", async () => {
    const { nextPageToken = "" } = await fixture.list({ pool: "paged", limit: "1" });
    const repository = encodeURIComponent(of("widgets").url);
    for (const filters of ["", "&pool=gpu", `&pool=paged&repository=${repository}`]) {
      const response = await fixture.send("GET", `/pending-requests?pageToken=${nextPageToken}${filters}`);
      expect(response).toMatchObject({ status: 400, body: { error: expect.stringContaining("pageToken") } });
    }
    expect((await fixture.list({ pool: "paged", pageToken: nextPageToken })).requests.length).toBeGreaterThan(0);
  });

  it("P-QUEUE-03: rejects other kinds of keys", async () => {
    for (const key of [test.keys.user, test.keys.admin]) {
      expect(await fixture.send("GET", "/pending-requests", undefined, key)).toMatchObject({
        status: 403,
        body: { error: expect.stringMatching(/^Forbidden: /), code: "role_forbidden" },
      });
    }
  });

  it("P-QUEUE-14, P-QUEUE-15: requires a repo-scoped key to specify one of its repositories", async () => {
    const { key } = await fixture.serviceKey({ repositoryIds: [of("widgets").id] });
    const { id } = await fixture.launch(pool("bound", "widgets"));
    expect(await idsOf({ repository: of("widgets").url }, key)).toContain(id);
    const get = (query: string) => fixture.send("GET", `/pending-requests${query}`, undefined, key);
    expect(await get("")).toMatchObject({ status: 400, body: { error: expect.stringContaining("repository") } });
    for (const url of [of("gears").url, "https://git.example.com/unknown/repo"]) {
      expect(await get(`?repository=${encodeURIComponent(url)}`)).toMatchObject({ status: 403 });
    }
  });
});
