import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getRun } from "@/lib/contract/agents/get-run";
import { pendingRequests, sessionTokens } from "../core/store/tables/queue";
import { startWindowMs } from "../queue/request-state";
import { waitForLockWaits } from "../testing/lock-waits";
import { sweepQueue } from "../workers/sweep-queue";
import { type ClaimFixture, openClaimFixture, unknownAgentId, weekMs } from "./testing/claim-fixture";

let claims: ClaimFixture;
beforeAll(async () => {
  claims = await openClaimFixture();
});
afterAll(() => claims.test.close());

describe("claiming a pending request", () => {
  it("P-CLAIM-01, P-CLAIM-05, P-CLAIM-06, P-CLAIM-08, P-CLAIM-25, P-PROC-02, P-PROC-03: reserves it for a worker that hasn't connected yet, without minting a token", async () => {
    const id = await claims.waiting();
    const before = await claims.tokens();
    expect(await claims.fixture.claim(id, "ctrl-early")).toMatchObject({
      status: 200,
      body: { id, workerId: "ctrl-early" },
    });
    expect(await claims.tokens()).toBe(before);
    const other = await claims.fixture.worker();
    expect(await other.take()).toBeUndefined();
    const worker = await claims.fixture.worker({ workerId: "ctrl-early" });
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await other.disconnect();
    await worker.disconnect();
  });

  it("P-CLAIM-08: returns no token if sessionToken is false", async () => {
    const id = await claims.waiting();
    expect((await claims.fixture.claim(id, "ctrl-1", { sessionToken: false })).body).toEqual({
      id,
      workerId: "ctrl-1",
    });
  });

  it("P-CLAIM-07, P-CLAIM-09: mints a seven-day session token on request", async () => {
    const { id, token, expiresAt } = await claims.claimed("ctrl-1", { sessionToken: true });
    expect(token).toMatch(/^sst_[0-9a-f]{64}$/);
    expect(Math.abs(Date.parse(expiresAt) - claims.clock.now() - weekMs)).toBeLessThan(60_000);
    const rows = await claims.test.service.db.select().from(sessionTokens).where(eq(sessionTokens.agentId, id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("P-CLAIM-10, P-CLAIM-11: fails completely if the key can't mint tokens", async () => {
    const { key } = await claims.fixture.serviceKey({ agentScoped: false });
    const id = await claims.waiting();
    const before = await claims.tokens();
    expect(await claims.fixture.claim(id, "ctrl-1", { sessionToken: true }, key)).toMatchObject({
      status: 403,
      body: { code: "role_forbidden" },
    });
    expect(await claims.fixture.pending(id)).toBeDefined();
    expect(await claims.tokens()).toBe(before);
    expect((await claims.fixture.claim(id, "ctrl-1", {}, key)).status).toBe(200);
  });

  it("P-CLAIM-12: is rejected while another claim is live", async () => {
    const { id } = await claims.claimed("ctrl-first");
    for (const workerId of ["ctrl-second", "ctrl-first"]) {
      expect(await claims.fixture.claim(id, workerId)).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/^Conflict: /), code: "already_claimed" },
      });
    }
    expect(await claims.fixture.release(id)).toMatchObject({ body: { workerId: "ctrl-first" } });
  });

  it("P-CLAIM-12: succeeds for exactly one of 32 concurrent claims", { tags: ["long"] }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await claims.waiting();
      const responses = await Promise.all(
        Array.from({ length: 32 }, (_, index) => claims.fixture.claim(id, `ctrl-${index}`)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
      const winner = responses.find(({ status }) => status === 200)?.body;
      expect((await claims.fixture.release(id)).body).toEqual(winner);
    }
  });

  it.each([
    ["P-CLAIM-03: no id", { workerId: "ctrl-1" }, "id"],
    ["P-CLAIM-04: no workerId", { id: unknownAgentId }, "workerId"],
    ["an id that isn't a string", { id: 5, workerId: "ctrl-1" }, "id"],
    ["a worker id with path traversal", { id: unknownAgentId, workerId: "../x" }, "workerId"],
    [
      "a sessionToken that isn't a boolean",
      { id: unknownAgentId, workerId: "ctrl-1", sessionToken: "yes" },
      "sessionToken",
    ],
  ])("rejects %s", async (_name, body, field) => {
    expect(await claims.fixture.send("POST", "/claim", body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: ${field}: `) },
    });
  });

  it("gives it to its worker before older requests, even while another transaction has locked it", async () => {
    const older = await claims.waiting();
    const { id } = await claims.claimed("ctrl-locked");
    const worker = await claims.fixture.worker({ workerId: "ctrl-locked" });
    const { db } = claims.test.service;
    const taken = await db.transaction(async (tx) => {
      await tx.select().from(pendingRequests).where(eq(pendingRequests.agentId, id)).for("update");
      const run = worker.take();
      await waitForLockWaits(db);
      return { run };
    });
    const run = await taken.run;
    expect(run).toMatchObject({ agentId: id });
    if (run) await worker.finish(run);
    expect(await claims.fixture.pending(older)).toBeDefined();
    await worker.disconnect();
  });

  it("returns 404 for agents that aren't waiting: unknown, another team's, cloud, ended", async () => {
    const id = await claims.waiting();
    expect((await claims.fixture.claim(id, "ctrl-1", {}, await claims.fixture.otherTeamKey())).status).toBe(404);
    const cloud = await claims.fixture.launch({ env: { type: "cloud" } });
    const ended = await claims.fixture.launch();
    await claims.test.send("POST", `/v1/agents/${ended.id}/runs/${ended.runId}/cancel`);
    for (const each of [unknownAgentId, "nonsense", cloud.id, ended.id]) {
      expect(await claims.fixture.claim(each, "ctrl-1")).toMatchObject({
        status: 404,
        body: { code: "request_not_found" },
      });
    }
    expect(await claims.fixture.pending(id)).toBeDefined();
  });

  it("P-CLAIM-02, P-CLAIM-17: requires a service-account key, like releasing and minting tokens", async () => {
    const { id } = await claims.claimed("ctrl-1");
    for (const key of [claims.test.keys.user, claims.test.keys.admin]) {
      expect((await claims.fixture.claim(id, "ctrl-2", {}, key)).status).toBe(403);
      expect((await claims.fixture.release(id, key)).status).toBe(403);
      expect((await claims.fixture.token(id, "ctrl-1", key)).status).toBe(403);
    }
    expect((await claims.fixture.release(id)).status).toBe(200);
  });

  it("is rejected outside a key's repository scope", async () => {
    const { key } = await claims.fixture.serviceKey({ repositoryIds: [claims.repositoryIds.widgets ?? ""] });
    const inside = await claims.waiting("widgets");
    for (const id of [await claims.waiting("gears"), await claims.waiting()]) {
      expect((await claims.fixture.claim(id, "ctrl-1", {}, key)).status).toBe(403);
      expect(await claims.fixture.pending(id)).toBeDefined();
      await claims.fixture.claim(id, "ctrl-1");
      expect((await claims.fixture.release(id, key)).status).toBe(403);
    }
    expect((await claims.fixture.claim(inside, "ctrl-1", {}, key)).status).toBe(200);
    expect((await claims.fixture.release(inside, key)).status).toBe(200);
  });
});

describe("releasing a claim", () => {
  it("P-CLAIM-15, P-CLAIM-16, P-CLAIM-22, P-QUEUE-43: returns a waiting request to the queue, without a body or a connected worker", async () => {
    const { id } = await claims.claimed("ctrl-1");
    expect(await claims.fixture.release(id)).toMatchObject({ status: 200, body: { id, workerId: "ctrl-1" } });
    expect(await claims.fixture.pending(id)).toBeDefined();
  });

  it("P-CLAIM-13, P-CLAIM-14: allows another claim", async () => {
    const { id } = await claims.claimed("ctrl-1");
    await claims.fixture.release(id);
    expect((await claims.fixture.claim(id, "ctrl-2")).status).toBe(200);
  });

  it("P-CLAIM-18, P-CLAIM-21: returns 404 after a release, and changes nothing", async () => {
    const { id } = await claims.claimed("ctrl-1");
    await claims.fixture.release(id);
    const request = await claims.fixture.pending(id);
    for (const each of [id, unknownAgentId]) {
      expect(await claims.fixture.release(each)).toMatchObject({
        status: 404,
        body: { error: expect.stringMatching(/^Not Found: /), code: "claim_not_found" },
      });
    }
    expect(await claims.fixture.pending(id)).toEqual(request);
  });

  it("P-CLAIM-19: returns 404 once the claim has expired because its worker never connected", async () => {
    const { id } = await claims.claimed("ctrl-never");
    claims.clock.advance(startWindowMs - 2_000);
    await sweepQueue(claims.test.service);
    expect(await claims.fixture.pending(id)).toBeUndefined();
    claims.clock.advance(2_001);
    await sweepQueue(claims.test.service);
    // The service's own sweep may have started first.
    await vi.waitFor(async () => expect(await claims.fixture.pending(id)).toBeDefined(), { timeout: 20_000 });
    expect((await claims.fixture.release(id)).status).toBe(404);
    expect((await claims.fixture.token(id, "ctrl-never")).status).toBe(404);
  });

  it("P-CLAIM-20: returns 404 once another worker has adopted the agent, which keeps it", async () => {
    const { id } = await claims.claimed("ctrl-late");
    claims.clock.advance(startWindowMs + 1);
    await sweepQueue(claims.test.service);
    const worker = await claims.fixture.worker();
    for (let run = await worker.take(); run; run = await worker.take()) await worker.finish(run);
    expect((await claims.fixture.release(id)).status).toBe(404);
    expect((await claims.fixture.token(id, worker.workerId)).status).toBe(404);
    await claims.fixture.followUp(id);
    expect(await claims.fixture.pending(id)).toBeUndefined();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await worker.disconnect();
  });

  it("P-CLAIM-14, P-CLAIM-20: lets an adopted agent be claimed for another worker, with a claim that can be released", async () => {
    const { id } = await claims.claimed("ctrl-lapsed");
    claims.clock.advance(startWindowMs + 1);
    await sweepQueue(claims.test.service);
    const worker = await claims.fixture.worker();
    for (let run = await worker.take(); run; run = await worker.take()) await worker.finish(run);
    await worker.disconnect();
    await claims.fixture.followUp(id);
    const replaced = await claims.fixture.claim(id, "ctrl-replacement", { sessionToken: true });
    expect(replaced).toMatchObject({ status: 200, body: { id, workerId: "ctrl-replacement" } });
    expect((await claims.fixture.claim(id, "ctrl-other")).status).toBe(409);
    const next = await claims.fixture.worker({ workerId: "ctrl-replacement" });
    const taken = await next.take();
    expect(taken).toMatchObject({ agentId: id });
    expect((await claims.fixture.release(id)).status).toBe(200);
    if (taken) await next.finish(taken);
    await next.disconnect();
  });

  it("P-CLAIM-22, P-CLAIM-23, P-CLAIM-24: doesn't interrupt a connected worker's turn, and allows a replacement claim", async () => {
    const { id, token } = await claims.claimed("ctrl-busy", { sessionToken: true });
    const worker = await claims.fixture.worker({ workerId: "ctrl-busy" });
    const taken = await worker.take();
    if (taken?.agentId !== id) throw new Error("the worker took another run");
    await worker.begin(taken);
    expect((await claims.fixture.release(id)).status).toBe(200);
    expect(await claims.statusWith(token)).toBe(401);
    expect((await claims.fixture.claim(id, "ctrl-next")).status).toBe(200);
    await worker.finish(taken);
    expect(await claims.test.call(getRun, { params: { id, runId: taken.runId } })).toMatchObject({
      status: "FINISHED",
    });
    const next = await claims.fixture.worker({ workerId: "ctrl-next" });
    await claims.fixture.followUp(id);
    expect(await worker.take()).not.toMatchObject({ agentId: id });
    expect(await next.take()).toMatchObject({ agentId: id });
    await claims.test.send("POST", `/v1/agents/${id}/archive`);
    await worker.disconnect();
    await next.disconnect();
  });
});
