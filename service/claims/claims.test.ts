import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getRun } from "@/lib/contract/agents/get-run";
import { sessionTokens } from "../core/store/tables/queue";
import { startWindowMs } from "../queue/request-state";
import { sweepQueue } from "../workers/sweep-queue";
import { type ClaimGround, nobody, openClaimGround, weekMs } from "./testing/claim-fixture";

let ground: ClaimGround;
beforeAll(async () => {
  ground = await openClaimGround();
});
afterAll(() => ground.test.close());

describe("claiming a pending request", () => {
  it("P-CLAIM-01, P-CLAIM-05, P-CLAIM-06, P-CLAIM-08, P-CLAIM-25, P-PROC-02, P-PROC-03: reserves it for a worker that was never seen, and mints nothing", async () => {
    const id = await ground.waiting();
    const before = await ground.tokens();
    expect(await ground.fixture.claim(id, "ctrl-early")).toMatchObject({
      status: 200,
      body: { id, workerId: "ctrl-early" },
    });
    expect(await ground.tokens()).toBe(before);
    const other = await ground.fixture.worker();
    expect(await other.take()).toBeUndefined();
    const worker = await ground.fixture.worker({ workerId: "ctrl-early" });
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await other.disconnect();
    await worker.disconnect();
  });

  it("P-CLAIM-08: says no token when sessionToken is false", async () => {
    const id = await ground.waiting();
    expect((await ground.fixture.claim(id, "ctrl-1", { sessionToken: false })).body).toEqual({
      id,
      workerId: "ctrl-1",
    });
  });

  it("P-CLAIM-07, P-CLAIM-09: mints a session token for seven days when asked", async () => {
    const { id, token, expiresAt } = await ground.claimed("ctrl-1", { sessionToken: true });
    expect(token).toMatch(/^sst_[0-9a-f]{64}$/);
    expect(Math.abs(Date.parse(expiresAt) - ground.clock.now() - weekMs)).toBeLessThan(60_000);
    const rows = await ground.test.service.db.select().from(sessionTokens).where(eq(sessionTokens.agentId, id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("P-CLAIM-10, P-CLAIM-11: fails as a whole when the key may not mint", async () => {
    const { key } = await ground.fixture.serviceKey({ agentScoped: false });
    const id = await ground.waiting();
    const before = await ground.tokens();
    expect(await ground.fixture.claim(id, "ctrl-1", { sessionToken: true }, key)).toMatchObject({
      status: 403,
      body: { code: "role_forbidden" },
    });
    expect(await ground.fixture.pending(id)).toBeDefined();
    expect(await ground.tokens()).toBe(before);
    expect((await ground.fixture.claim(id, "ctrl-1", {}, key)).status).toBe(200);
  });

  it("P-CLAIM-12: is refused while a claim is live, which stands", async () => {
    const { id } = await ground.claimed("ctrl-first");
    for (const workerId of ["ctrl-second", "ctrl-first"]) {
      expect(await ground.fixture.claim(id, workerId)).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/^Conflict: /), code: "already_claimed" },
      });
    }
    expect(await ground.fixture.release(id)).toMatchObject({ body: { workerId: "ctrl-first" } });
  });

  it("P-CLAIM-12: of 32 at once one gets it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await ground.waiting();
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) => ground.fixture.claim(id, `ctrl-${index}`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
      const winner = answers.find(({ status }) => status === 200)?.body;
      expect((await ground.fixture.release(id)).body).toEqual(winner);
    }
  });

  it.each([
    ["P-CLAIM-03: no id", { workerId: "ctrl-1" }, "id"],
    ["P-CLAIM-04: no workerId", { id: nobody }, "workerId"],
    ["an id that is no text", { id: 5, workerId: "ctrl-1" }, "id"],
    ["a worker id that could leave its folder", { id: nobody, workerId: "../x" }, "workerId"],
    ["a sessionToken that is no boolean", { id: nobody, workerId: "ctrl-1", sessionToken: "yes" }, "sessionToken"],
  ])("refuses %s", async (_name, body, field) => {
    expect(await ground.fixture.send("POST", "/claim", body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: ${field}: `) },
    });
  });

  it("is refused for what does not wait: unknown, of another team, in the cloud, ended", async () => {
    const id = await ground.waiting();
    expect((await ground.fixture.claim(id, "ctrl-1", {}, await ground.fixture.strangerKey())).status).toBe(404);
    const cloud = await ground.fixture.launch({ env: { type: "cloud" } });
    const ended = await ground.fixture.launch();
    await ground.test.send("POST", `/v1/agents/${ended.id}/runs/${ended.runId}/cancel`);
    for (const each of [nobody, "nonsense", cloud.id, ended.id]) {
      expect(await ground.fixture.claim(each, "ctrl-1")).toMatchObject({
        status: 404,
        body: { code: "request_not_found" },
      });
    }
    expect(await ground.fixture.pending(id)).toBeDefined();
  });

  it("P-CLAIM-02, P-CLAIM-17: is for service-account keys alone, as all that belongs to it", async () => {
    const { id } = await ground.claimed("ctrl-1");
    for (const key of [ground.test.keys.user, ground.test.keys.admin]) {
      expect((await ground.fixture.claim(id, "ctrl-2", {}, key)).status).toBe(403);
      expect((await ground.fixture.release(id, key)).status).toBe(403);
      expect((await ground.fixture.token(id, "ctrl-1", key)).status).toBe(403);
    }
    expect((await ground.fixture.release(id)).status).toBe(200);
  });

  it("is refused outside the repositories of a repo-scoped key", async () => {
    const { key } = await ground.fixture.serviceKey({ repositoryIds: [ground.repositoryIds.widgets ?? ""] });
    const inside = await ground.waiting("widgets");
    for (const id of [await ground.waiting("gears"), await ground.waiting()]) {
      expect((await ground.fixture.claim(id, "ctrl-1", {}, key)).status).toBe(403);
      expect(await ground.fixture.pending(id)).toBeDefined();
      await ground.fixture.claim(id, "ctrl-1");
      expect((await ground.fixture.release(id, key)).status).toBe(403);
    }
    expect((await ground.fixture.claim(inside, "ctrl-1", {}, key)).status).toBe(200);
    expect((await ground.fixture.release(inside, key)).status).toBe(200);
  });
});

describe("releasing a claim", () => {
  it("P-CLAIM-15, P-CLAIM-16, P-CLAIM-22, P-QUEUE-43: puts a waiting request back, worker or none, without a body", async () => {
    const { id } = await ground.claimed("ctrl-1");
    expect(await ground.fixture.release(id)).toMatchObject({ status: 200, body: { id, workerId: "ctrl-1" } });
    expect(await ground.fixture.pending(id)).toBeDefined();
  });

  it("P-CLAIM-13, P-CLAIM-14: makes room for another claim", async () => {
    const { id } = await ground.claimed("ctrl-1");
    await ground.fixture.release(id);
    expect((await ground.fixture.claim(id, "ctrl-2")).status).toBe(200);
  });

  it("P-CLAIM-18, P-CLAIM-21: is refused once released, and changes nothing", async () => {
    const { id } = await ground.claimed("ctrl-1");
    await ground.fixture.release(id);
    const request = await ground.fixture.pending(id);
    for (const each of [id, nobody]) {
      expect(await ground.fixture.release(each)).toMatchObject({
        status: 404,
        body: { error: expect.stringMatching(/^Not Found: /), code: "claim_not_found" },
      });
    }
    expect(await ground.fixture.pending(id)).toEqual(request);
  });

  it("P-CLAIM-19: is refused once the claim has expired: its worker never came", async () => {
    const { id } = await ground.claimed("ctrl-never");
    ground.clock.advance(startWindowMs - 2_000);
    await sweepQueue(ground.test.service);
    expect(await ground.fixture.pending(id)).toBeUndefined();
    ground.clock.advance(2_001);
    await sweepQueue(ground.test.service);
    // The service's own sweep may have been under way before this one.
    await vi.waitFor(async () => expect(await ground.fixture.pending(id)).toBeDefined(), { timeout: 20_000 });
    expect((await ground.fixture.release(id)).status).toBe(404);
    expect((await ground.fixture.token(id, "ctrl-never")).status).toBe(404);
  });

  it("P-CLAIM-20: is refused once another worker adopted the agent, which keeps it", async () => {
    const { id } = await ground.claimed("ctrl-late");
    ground.clock.advance(startWindowMs + 1);
    await sweepQueue(ground.test.service);
    const worker = await ground.fixture.worker();
    for (let run = await worker.take(); run; run = await worker.take()) await worker.finish(run);
    expect((await ground.fixture.release(id)).status).toBe(404);
    await ground.fixture.followUp(id);
    expect(await ground.fixture.pending(id)).toBeUndefined();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await worker.disconnect();
  });

  it("P-CLAIM-22, P-CLAIM-23, P-CLAIM-24: leaves the turn of a connected worker alone, and lets a replacement claim", async () => {
    const { id, token } = await ground.claimed("ctrl-busy", { sessionToken: true });
    const worker = await ground.fixture.worker({ workerId: "ctrl-busy" });
    const taken = await worker.take();
    if (taken?.agentId !== id) throw new Error("another run was taken");
    await worker.begin(taken);
    expect((await ground.fixture.release(id)).status).toBe(200);
    expect(await ground.statusWith(token)).toBe(401);
    expect((await ground.fixture.claim(id, "ctrl-next")).status).toBe(200);
    await worker.finish(taken);
    expect(await ground.test.call(getRun, { params: { id, runId: taken.runId } })).toMatchObject({
      status: "FINISHED",
    });
    const next = await ground.fixture.worker({ workerId: "ctrl-next" });
    await ground.fixture.followUp(id);
    expect(await worker.take()).not.toMatchObject({ agentId: id });
    expect(await next.take()).toMatchObject({ agentId: id });
    await ground.test.send("POST", `/v1/agents/${id}/archive`);
    await worker.disconnect();
    await next.disconnect();
  });
});
