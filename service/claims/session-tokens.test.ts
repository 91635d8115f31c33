import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNamespace } from "../repohost/repositories/testing";
import { apiKeys } from "../store/tables/people";
import { sessionTokens } from "../store/tables/queue";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { createSkippingClock } from "../testing/skipping-clock";
import { startTestService, type TestService } from "../testing/test-service";

const clock = createSkippingClock();
const week = 7 * 24 * 3_600_000;
const nobody = "bc-00000000-0000-4000-8000-000000000000";

let test: TestService;
let fixture: PoolFixture;
const repositoryIds: Record<string, string> = {};
beforeAll(async () => {
  test = await startTestService({}, clock);
  fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  for (const name of ["widgets", "gears"]) {
    const { body } = await test.send("POST", "/v1/repohost/repos/acme", { body: { name } });
    repositoryIds[name] = (body as { id: string }).id;
  }
  await fixture.register({ poolName: "gpu" });
});
afterAll(() => test.close());

const waiting = async (repository?: string) =>
  (await fixture.launch(repository ? { repos: [{ url: `${test.service.settings.gitUrl}/acme/${repository}` }] } : {}))
    .id;
const tokens = () => test.service.db.$count(sessionTokens);
const statusWith = async (token: string) => (await test.send("GET", "/v1/me", { key: token })).status;
/** 403: known, though good for nothing here. 401: not known any more. */
const live = 403;
const dead = 401;

async function claimed(workerId: string, more: object = {}, key = test.keys.serviceAccount) {
  const id = await waiting();
  const { status, body } = await fixture.claim(id, workerId, more, key);
  expect(status).toBe(200);
  return { id, ...(body as { token: string; expiresAt: string }) };
}

describe("session tokens", () => {
  it("P-TOKEN-01, P-TOKEN-09: are minted for a claim, for seven days", async () => {
    const { id } = await claimed("ctrl-1");
    const { status, body } = await fixture.token(id, "ctrl-1");
    expect(status).toBe(200);
    const { expiresAt } = body as { expiresAt: string };
    expect(body).toEqual({ id, workerId: "ctrl-1", token: expect.stringMatching(/^sst_/), expiresAt });
    expect(Math.abs(Date.parse(expiresAt) - clock.now() - week)).toBeLessThan(5_000);
  });

  it.each([
    ["P-TOKEN-02: no id", { workerId: "ctrl-1" }, "id"],
    ["P-TOKEN-03: no workerId", { id: nobody }, "workerId"],
  ])("refuse %s", async (_name, body, field) => {
    const answer = await fixture.send("POST", "/tokens", body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(`: ${field}: `) } });
  });

  it("P-TOKEN-04, P-TOKEN-06: are not minted without that claim of the key's own team", async () => {
    const { id } = await claimed("ctrl-1");
    const before = await tokens();
    const unclaimed = await waiting();
    const stranger = await fixture.strangerKey();
    const answers = [
      await fixture.token(id, "ctrl-2"),
      await fixture.token(unclaimed, "ctrl-1"),
      await fixture.token(nobody, "ctrl-1"),
      await fixture.token(id, "ctrl-1", stranger),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: "claim_not_found" } });
    expect(await tokens()).toBe(before);
  });

  it("P-TOKEN-05: are not minted with a key that is not agent-scoped", async () => {
    const { id } = await claimed("ctrl-1");
    const { key } = await fixture.serviceKey({ agentScoped: false });
    expect(await fixture.token(id, "ctrl-1", key)).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
  });

  it("P-TOKEN-07, P-TOKEN-08: are minted with a repo-scoped key for agents of its repositories alone", async () => {
    const { key } = await fixture.serviceKey({ repositoryIds: [repositoryIds.widgets ?? ""] });
    const inside = await waiting("widgets");
    const outside = await waiting("gears");
    for (const id of [inside, outside]) await fixture.claim(id, "ctrl-1");
    expect((await fixture.token(inside, "ctrl-1", key)).status).toBe(200);
    expect((await fixture.token(outside, "ctrl-1", key)).status).toBe(403);
  });

  it("P-TOKEN-10: end after seven days", async () => {
    const { id, token } = await claimed("ctrl-week", { sessionToken: true });
    const worker = await fixture.worker({ workerId: "ctrl-week" }, token);
    const run = await worker.take();
    if (run) await worker.finish(run);
    clock.skip(week - 10_000);
    expect(await statusWith(token)).toBe(live);
    clock.skip(10_001);
    expect(await statusWith(token)).toBe(dead);
    await expect(fixture.worker({ workerId: "ctrl-week" }, token)).rejects.toThrow("opens nothing");
    expect((await fixture.release(id)).status).toBe(200);
  });

  it("P-TOKEN-11, P-PROC-13: start a worker without the key, for their claim and worker alone", async () => {
    const other = await claimed("ctrl-a");
    const { id, token } = await claimed("ctrl-a", { sessionToken: true });
    await expect(fixture.worker({ workerId: "ctrl-b" }, token)).rejects.toMatchObject({ status: 403 });
    await expect(fixture.worker({ workerId: "ctrl-a", pool: "elsewhere" }, token)).rejects.toMatchObject({
      status: 400,
    });
    const worker = await fixture.worker({ workerId: "ctrl-a", pool: undefined }, token);
    await waiting();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    expect(await worker.take()).toBeUndefined();
    await worker.disconnect();
    const withKey = await fixture.worker({ workerId: "ctrl-a" });
    expect(await withKey.take()).toMatchObject({ agentId: other.id });
    await withKey.disconnect();
  });

  it.each([
    ["GET", "/v0/private-workers"],
    ["GET", "/v0/private-workers/pending-requests"],
    ["POST", "/v0/private-workers/claim"],
    ["POST", "/v0/private-workers/tokens"],
    ["POST", `/v0/private-workers/claims/${nobody}/release`],
    ["POST", "/v1/agents"],
    ["GET", "/v1/agents"],
    ["GET", "/v1/me"],
    ["POST", "/v1/sub-tokens"],
    ["GET", "/v1/repohost/repos/acme/widgets"],
    ["GET", "/admin/v1/teams/1/account"],
  ])("open nothing else: %s %s", async (method, path) => {
    const { token } = await claimed("ctrl-1", { sessionToken: true });
    expect((await test.send(method, path, { key: token, ...(method === "POST" ? { body: {} } : {}) })).status).toBe(
      403,
    );
    const git = await test.send("GET", "/acme/widgets.git/info/refs?service=git-upload-pack", { key: token });
    expect([401, 403, 404]).toContain(git.status);
  });

  it("P-TOKEN-12: end when their claim is released, and do not serve the next one", async () => {
    const { id, token } = await claimed("ctrl-1", { sessionToken: true });
    const { token: second } = (await fixture.token(id, "ctrl-1")).body as { token: string };
    expect(await statusWith(second)).toBe(live);
    await fixture.release(id);
    await fixture.claim(id, "ctrl-1");
    for (const each of [token, second]) expect(await statusWith(each)).toBe(dead);
  });

  it("P-TOKEN-13, P-TOKEN-14: end when their key is deleted or expires", async () => {
    const { key, id } = await fixture.serviceKey({});
    const { token } = await claimed("ctrl-1", { sessionToken: true }, key);
    expect(await statusWith(token)).toBe(live);
    await test.service.db.update(apiKeys).set({ deletedAt: clock.now() }).where(eq(apiKeys.id, id));
    expect(await statusWith(token)).toBe(dead);
    const short = await fixture.serviceKey({ expiresAt: clock.now() + 60_000 });
    const brief = await claimed("ctrl-1", { sessionToken: true }, short.key);
    expect(await statusWith(brief.token)).toBe(live);
    clock.skip(60_001);
    expect(await statusWith(brief.token)).toBe(dead);
  });
});
