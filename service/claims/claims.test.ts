import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getRun } from "@/lib/contract/agents/get-run";
import { startWindowMs } from "../queue/request-state";
import { sweepQueue } from "../queue/sweep-queue";
import { addNamespace } from "../repohost/repositories/testing";
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

async function claimed(workerId: string, more: object = {}, key = test.keys.serviceAccount) {
  const id = await waiting();
  const { status, body } = await fixture.claim(id, workerId, more, key);
  expect(status).toBe(200);
  return { id, ...(body as { token: string; expiresAt: string }) };
}

describe("claiming a pending request", () => {
  it("P-CLAIM-01, P-CLAIM-05, P-CLAIM-06, P-CLAIM-08, P-CLAIM-25, P-PROC-02, P-PROC-03: reserves it for a worker that was never seen, and mints nothing", async () => {
    const id = await waiting();
    const before = await tokens();
    expect(await fixture.claim(id, "ctrl-early")).toMatchObject({ status: 200, body: { id, workerId: "ctrl-early" } });
    expect(await tokens()).toBe(before);
    const other = await fixture.worker();
    expect(await other.take()).toBeUndefined();
    const worker = await fixture.worker({ workerId: "ctrl-early" });
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await other.disconnect();
    await worker.disconnect();
  });

  it("P-CLAIM-08: says no token when sessionToken is false", async () => {
    const id = await waiting();
    expect((await fixture.claim(id, "ctrl-1", { sessionToken: false })).body).toEqual({ id, workerId: "ctrl-1" });
  });

  it("P-CLAIM-07, P-CLAIM-09: mints a session token for seven days when asked", async () => {
    const { id, token, expiresAt } = await claimed("ctrl-1", { sessionToken: true });
    expect(token).toMatch(/^sst_[0-9a-f]{64}$/);
    expect(Math.abs(Date.parse(expiresAt) - clock.now() - week)).toBeLessThan(5_000);
    const rows = await test.service.db.select().from(sessionTokens).where(eq(sessionTokens.agentId, id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("P-CLAIM-10, P-CLAIM-11: fails as a whole when the key may not mint", async () => {
    const { key } = await fixture.serviceKey({ agentScoped: false });
    const id = await waiting();
    const before = await tokens();
    expect(await fixture.claim(id, "ctrl-1", { sessionToken: true }, key)).toMatchObject({
      status: 403,
      body: { code: "role_forbidden" },
    });
    expect(await fixture.pending(id)).toBeDefined();
    expect(await tokens()).toBe(before);
    expect((await fixture.claim(id, "ctrl-1", {}, key)).status).toBe(200);
  });

  it("P-CLAIM-12: is refused while a claim is live, which stands", async () => {
    const { id } = await claimed("ctrl-first");
    for (const workerId of ["ctrl-second", "ctrl-first"]) {
      expect(await fixture.claim(id, workerId)).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/^Conflict: /), code: "already_claimed" },
      });
    }
    expect(await fixture.release(id)).toMatchObject({ body: { workerId: "ctrl-first" } });
  });

  it("P-CLAIM-12: of 32 at once one gets it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await waiting();
      const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => fixture.claim(id, `ctrl-${index}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
      const winner = answers.find(({ status }) => status === 200)?.body;
      expect((await fixture.release(id)).body).toEqual(winner);
    }
  });

  it.each([
    ["P-CLAIM-03: no id", { workerId: "ctrl-1" }, "id"],
    ["P-CLAIM-04: no workerId", { id: nobody }, "workerId"],
    ["an id that is no text", { id: 5, workerId: "ctrl-1" }, "id"],
    ["a worker id that could leave its folder", { id: nobody, workerId: "../x" }, "workerId"],
    ["a sessionToken that is no boolean", { id: nobody, workerId: "ctrl-1", sessionToken: "yes" }, "sessionToken"],
  ])("refuses %s", async (_name, body, field) => {
    expect(await fixture.send("POST", "/claim", body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: ${field}: `) },
    });
  });

  it("is refused for what does not wait: unknown, of another team, in the cloud, ended", async () => {
    const id = await waiting();
    expect((await fixture.claim(id, "ctrl-1", {}, await fixture.strangerKey())).status).toBe(404);
    const cloud = await fixture.launch({ env: { type: "cloud" } });
    const ended = await fixture.launch();
    await test.send("POST", `/v1/agents/${ended.id}/runs/${ended.runId}/cancel`);
    for (const each of [nobody, "nonsense", cloud.id, ended.id]) {
      expect(await fixture.claim(each, "ctrl-1")).toMatchObject({ status: 404, body: { code: "request_not_found" } });
    }
    expect(await fixture.pending(id)).toBeDefined();
  });

  it("P-CLAIM-02, P-CLAIM-17: is for service-account keys alone, as all that belongs to it", async () => {
    const { id } = await claimed("ctrl-1");
    for (const key of [test.keys.user, test.keys.admin]) {
      expect((await fixture.claim(id, "ctrl-2", {}, key)).status).toBe(403);
      expect((await fixture.release(id, key)).status).toBe(403);
      expect((await fixture.token(id, "ctrl-1", key)).status).toBe(403);
    }
    expect((await fixture.release(id)).status).toBe(200);
  });

  it("is refused outside the repositories of a repo-scoped key", async () => {
    const { key } = await fixture.serviceKey({ repositoryIds: [repositoryIds.widgets ?? ""] });
    const inside = await waiting("widgets");
    for (const id of [await waiting("gears"), await waiting()]) {
      expect((await fixture.claim(id, "ctrl-1", {}, key)).status).toBe(403);
      expect(await fixture.pending(id)).toBeDefined();
      await fixture.claim(id, "ctrl-1");
      expect((await fixture.release(id, key)).status).toBe(403);
    }
    expect((await fixture.claim(inside, "ctrl-1", {}, key)).status).toBe(200);
    expect((await fixture.release(inside, key)).status).toBe(200);
  });
});

describe("releasing a claim", () => {
  it("P-CLAIM-15, P-CLAIM-16, P-CLAIM-22, P-QUEUE-43: puts a waiting request back, worker or none, without a body", async () => {
    const { id } = await claimed("ctrl-1");
    expect(await fixture.release(id)).toMatchObject({ status: 200, body: { id, workerId: "ctrl-1" } });
    expect(await fixture.pending(id)).toBeDefined();
  });

  it("P-CLAIM-13, P-CLAIM-14: makes room for another claim", async () => {
    const { id } = await claimed("ctrl-1");
    await fixture.release(id);
    expect((await fixture.claim(id, "ctrl-2")).status).toBe(200);
  });

  it("P-CLAIM-18, P-CLAIM-21: is refused once released, and changes nothing", async () => {
    const { id } = await claimed("ctrl-1");
    await fixture.release(id);
    const request = await fixture.pending(id);
    for (const each of [id, nobody]) {
      expect(await fixture.release(each)).toMatchObject({
        status: 404,
        body: { error: expect.stringMatching(/^Not Found: /), code: "claim_not_found" },
      });
    }
    expect(await fixture.pending(id)).toEqual(request);
  });

  it("P-CLAIM-19: is refused once the claim has expired: its worker never came", async () => {
    const { id } = await claimed("ctrl-never");
    clock.skip(startWindowMs - 2_000);
    await sweepQueue(test.service);
    expect(await fixture.pending(id)).toBeUndefined();
    clock.skip(2_001);
    await sweepQueue(test.service);
    // The service's own sweep may have been under way before this one.
    await vi.waitFor(async () => expect(await fixture.pending(id)).toBeDefined());
    expect((await fixture.release(id)).status).toBe(404);
    expect((await fixture.token(id, "ctrl-never")).status).toBe(404);
  });

  it("P-CLAIM-20: is refused once another worker adopted the agent, which keeps it", async () => {
    const { id } = await claimed("ctrl-late");
    clock.skip(startWindowMs + 1);
    await sweepQueue(test.service);
    const worker = await fixture.worker();
    for (let run = await worker.take(); run; run = await worker.take()) await worker.finish(run);
    expect((await fixture.release(id)).status).toBe(404);
    await fixture.followUp(id);
    expect(await fixture.pending(id)).toBeUndefined();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await worker.disconnect();
  });

  it("P-CLAIM-22, P-CLAIM-23, P-CLAIM-24: leaves the turn of a connected worker alone, and lets a replacement claim", async () => {
    const { id, token } = await claimed("ctrl-busy", { sessionToken: true });
    const worker = await fixture.worker({ workerId: "ctrl-busy" });
    const taken = await worker.take();
    if (taken?.agentId !== id) throw new Error("another run was taken");
    await worker.begin(taken);
    expect((await fixture.release(id)).status).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect((await fixture.claim(id, "ctrl-next")).status).toBe(200);
    await worker.finish(taken);
    expect(await test.call(getRun, { params: { id, runId: taken.runId } })).toMatchObject({ status: "FINISHED" });
    const next = await fixture.worker({ workerId: "ctrl-next" });
    await fixture.followUp(id);
    expect(await worker.take()).not.toMatchObject({ agentId: id });
    expect(await next.take()).toMatchObject({ agentId: id });
    await test.send("POST", `/v1/agents/${id}/archive`);
    await worker.disconnect();
    await next.disconnect();
  });
});
