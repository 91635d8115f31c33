import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { table } from "@/lib/contract/tables/service-table.generated";
import { readSettings } from "@/lib/core/settings/settings";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createPointBudget, sweepPoints } from "../../core/http/points";
import type { ApiResponse } from "../../testing/test-service";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

const clock = new FakeClock({ running: true });
let hosted: HostedRepository;

beforeAll(async () => {
  hosted = await startHostedRepository({ REPOHOST_POINTS_PER_MINUTE: "40", GIT_REQUESTS_PER_MINUTE: "4" }, clock);
  const sha = await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  expect(sha).toBeTruthy();
});
afterAll(() => hosted.close());

const minuteLater = () => clock.advance(61_000);
const send = (method: string, path: string, options: { key?: string | null; body?: unknown } = {}) =>
  hosted.test.send(method, path.startsWith("/v1") ? path : `${hosted.path}${path}`, options);
const left = async (key = hosted.test.keys.user) => (await hosted.test.call(getRateLimit, { key })).resources.core;
const number = (response: ApiResponse, name: string) => Number(response.headers.get(`x-ratelimit-${name}`));

describe("points of the hosting API", () => {
  it("H-RATE-01 H-RATE-02 H-RATE-03: Get Rate Limit returns the budget and costs nothing", async () => {
    minuteLater();
    const before = await left();
    expect(before).toMatchObject({ limit: 40, used: 0, remaining: 40 });
    await left();
    expect(await left()).toMatchObject({ used: 0 });
    const { rate, resources } = await hosted.test.call(getRateLimit);
    expect(rate).toEqual(resources.core);
    expect((await hosted.test.call(getRateLimit, { key: hosted.test.keys.serviceAccount })).rate.limit).toBe(40);
    expect((await send("GET", "/v1/repohost/rate_limit")).headers.get("x-ratelimit-resource")).toBe("core");
  });

  it("H-RATE-04: default limits per minute are 6,000 for apps, 3,000 for installations and 600 for users", async () => {
    const budget = createPointBudget("core", readSettings({}).repohostPointsPerMinute, hosted.test.service);
    const reach = { appId: "app_1", installationId: "inst_1", namespaceId: "ns_1", scopes: new Set<string>() };
    expect((await budget.read({ kind: "app", appId: "app_1", expiresAt: 0 })).limit).toBe(6_000);
    expect((await budget.read({ kind: "installation", selection: "all", ...reach })).limit).toBe(3_000);
    const member = { kind: "installationUser", selection: "all", userId: 1, teamId: 1, ...reach } as const;
    expect((await budget.read(member)).limit).toBe(600);
  });

  it("H-RATE-05: is shared by all services on a database, even after a restart and for concurrent requests", async () => {
    const services = [1, 2].map(() => createPointBudget("shared", 4, hosted.test.service));
    const app = { kind: "app", appId: "app_shared", expiresAt: 0 } as const;
    const charges = Array.from({ length: 12 }, (_each, index) => services[index % 2]?.charge(app, 5));
    const results = await Promise.allSettled(charges);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    const restarted = createPointBudget("shared", 4, hosted.test.service);
    expect(await restarted.read(app)).toMatchObject({ limit: 40, used: 40, remaining: 0 });
    await restarted.refund(app, 5);
    expect(await services[0]?.charge(app, 5)).toMatchObject({ used: 40 });
    minuteLater();
    await sweepPoints(hosted.test.service);
    expect(await restarted.charge(app, 1)).toMatchObject({ used: 1, remaining: 39 });
  });

  it("H-RATE-06: charged responses report the remaining core budget", async () => {
    minuteLater();
    const response = await send("GET", "/branches");
    expect(response.headers.get("x-ratelimit-resource")).toBe("core");
    expect(["limit", "used", "remaining"].map((name) => number(response, name))).toEqual([40, 1, 39]);
    const reset = number(response, "reset") - Math.floor(clock.now() / 1000);
    expect(reset).toBeGreaterThan(55);
    expect(reset).toBeLessThanOrEqual(61);
  });

  it("H-REPO-14 H-REF-03 H-REF-12 H-COMMIT-03 H-GREP-03 H-NS-06: operations cost the documented points", async () => {
    const cost = async (method: string, path: string, body?: unknown) => {
      minuteLater();
      const response = await send(method, path, body === undefined ? {} : { body });
      return [response.status, number(response, "used")];
    };
    expect(await cost("GET", "/v1/repohost/namespaces")).toEqual([200, 1]);
    expect(await cost("PATCH", "", { deleteBranchOnMerge: true })).toEqual([200, 5]);
    const [branch] = ((await send("GET", "/branches")).body as { branches: { commit: { sha: string } }[] }).branches;
    const sha = branch?.commit.sha ?? "";
    expect(await cost("POST", "/git/refs", { ref: "heads/x", sha })).toEqual([200, 5]);
    const change = {
      targetBranch: "x",
      expectedHeadSha: sha,
      message: "m",
      author: { name: "A", email: "a@b" },
      files: [{ path: "b", content: "b" }],
    };
    expect(await cost("POST", "/git/commits:createFromFiles", change)).toEqual([200, 10]);
    expect(await cost("DELETE", "/git/refs/heads/x")).toEqual([204, 5]);
    expect(await cost("POST", ":grep", { query: "a" })).toEqual([200, 5]);
  });

  it("charges failed requests too, but not for a missing credential or permission", async () => {
    minuteLater();
    expect(number(await send("GET", "/contents?path=none"), "used")).toBe(1);
    expect(number(await send("POST", ":grep", { body: {} }), "used")).toBe(6);
    expect((await send("GET", "/branches", { key: null })).status).toBe(401);
    const member = await addUser(hosted.test.service, { email: "member@example.test", teamId: 1 });
    const rejected = await send("PATCH", "", { key: member.key, body: { visibility: "internal" } });
    expect([rejected.status, rejected.headers.get("x-ratelimit-used")]).toEqual([403, null]);
    expect((await left(member.key)).used).toBe(0);
    expect((await left()).used).toBe(6);
  });

  it("H-RATE-05: every principal has one budget across all its keys", async () => {
    minuteLater();
    const other = await addUser(hosted.test.service, { email: "other@example.test", teamId: 1 });
    await send("GET", "/branches");
    expect([(await left()).used, (await left(other.key)).used]).toEqual([1, 0]);
  });

  it("H-RATE-07 H-ERR-08: rejects requests over the budget until the window ends", async () => {
    minuteLater();
    for (let index = 0; index < 8; index += 1) await send("POST", ":grep", { body: { query: "a" } });
    const rejected = await send("PATCH", "", { body: { visibility: "internal" } });
    expect(rejected).toMatchObject({
      status: 429,
      body: {
        code: 8,
        message: expect.stringMatching(
          /^Rate limit exceeded: 40 points per minute for this user\. Retry after \d+s\.$/,
        ),
      },
    });
    const wait = Number(rejected.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect([number(rejected, "remaining"), number(rejected, "reset") > clock.now() / 1000]).toEqual([0, true]);
    clock.advance(wait * 1000);
    expect((await send("GET", "")).body).toMatchObject({ visibility: "private" });
    expect((await left()).used).toBe(1);
  });
});

describe("the git budget", () => {
  const advertise = (key = hosted.test.keys.user) =>
    fetch(`${hosted.test.url}/acme/widgets.git/info/refs?service=git-upload-pack`, { headers: basic(key) });

  it("H-RATE-08 H-RATE-09 H-RATE-10: is separate from the API budget, and reported as such", async () => {
    minuteLater();
    const response = await advertise();
    expect(
      ["limit", "remaining", "used", "resource"].map((name) => response.headers.get(`x-ratelimit-${name}`)),
    ).toEqual(["4", "3", "1", "git"]);
    expect((await left()).used).toBe(0);
    for (let index = 0; index < 3; index += 1) expect((await advertise()).status).toBe(200);
    const rejected = await advertise();
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(rejected.headers.get("x-ratelimit-reset"))).toBeGreaterThan(clock.now() / 1000);
    minuteLater();
    expect((await advertise()).status).toBe(200);
  });

  it("H-RATE-11: isn't reported on free requests", async () => {
    const anonymous = await fetch(`${hosted.test.url}/acme/widgets.git/info/refs?service=git-upload-pack`);
    expect([anonymous.status, anonymous.headers.get("x-ratelimit-limit")]).toEqual([401, null]);
    const { agent } = await hosted.test.call(createAgent, { body: { prompt: { text: "hello" } } });
    const { username, password } = hosted.test.service.runCredentials.mint({
      agentId: agent.id,
      runId: "run-1",
      teamId: 1,
      branches: new Map([[hosted.repo.id, "svc/work"]]),
      dependencyIds: new Set(),
    });
    expect(username).toBe("x-access-token");
    const response = await advertise(password);
    expect([response.status, response.headers.get("x-ratelimit-limit")]).toEqual([200, null]);
  });
});

it("every hosting API operation except Get Rate Limit costs 1, 5 or 10 points", () => {
  for (const { id, family, points } of table) {
    if (family === "repohost") expect(id === "getRateLimit" ? [0] : [1, 5, 10], id).toContain(points);
  }
});
