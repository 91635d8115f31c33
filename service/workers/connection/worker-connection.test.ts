import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { closeCodes } from "@/lib/contract/worker-protocol/limits";
import { workers } from "../../core/store/tables/pools";
import { lose } from "../../queue/request-state";
import { startTestService, type TestService } from "../../testing/test-service";
import { declineRun } from "../decline-run";
import {
  connectFakeWorker,
  type FakeWorker,
  frames,
  outcome,
  registration,
  storedTexts,
} from "./testing/worker-fixture";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

let names = 0;
/** Connects a fake worker in a new pool. */
async function connectInNewPool(over: Parameters<typeof registration>[0] = {}) {
  names += 1;
  const pool = `pool-${names}`;
  const mine = registration({ pool, workerId: `worker-${names}`, ...over });
  const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
  worker.send(mine);
  const welcome = await worker.next("welcome");
  const launch = () =>
    test.call(createAgent, { body: { prompt: { text: "hello" }, env: { type: "pool", name: pool } } });
  return { pool, mine, worker, welcome, launch };
}

/** Connects again: in the same process, or in a new one, which the service may learn before it notices the old one's end. */
async function reconnect(
  worker: FakeWorker,
  mine: ReturnType<typeof registration>,
  runs: string[],
  { isRestarted = false } = {},
) {
  await worker.cut();
  const next = await connectFakeWorker(test.url, test.keys.serviceAccount);
  const process = isRestarted ? { incarnation: randomUUID(), resumed: false } : { resumed: true };
  next.send({ ...mine, ...process, runs });
  return { next, welcome: await next.next("welcome") };
}

describe("a worker connection", () => {
  it("is rejected without a valid key, and on another path", async () => {
    await expect(connectFakeWorker(test.url, undefined)).rejects.toThrow("401");
    await expect(connectFakeWorker(test.url, "sak_wrong")).rejects.toThrow("401");
    await expect(connectFakeWorker(test.url, test.keys.admin).then((worker) => closeCodeOf(worker))).resolves.toBe(
      closeCodes.forbidden,
    );
    await expect(connectFakeWorker(`${test.url}/x`, test.keys.serviceAccount)).rejects.toThrow("404");
  });

  async function closeCodeOf(worker: FakeWorker): Promise<number> {
    worker.send(registration({ workerId: randomUUID() }));
    return (await worker.closed).code;
  }

  it("of a personal machine requires a user's key", async () => {
    const machine = registration({ workerId: "machine-1", pool: undefined, name: "laptop" });
    const rejected = await connectFakeWorker(test.url, test.keys.serviceAccount);
    rejected.send(machine);
    expect((await rejected.closed).code).toBe(closeCodes.forbidden);
    const accepted = await connectFakeWorker(test.url, test.keys.user);
    accepted.send({ ...machine, capacity: 2 });
    await accepted.next("welcome");
    const launch = () =>
      test.call(createAgent, { body: { prompt: { text: "hi" }, env: { type: "machine", name: "laptop" } } });
    const both = [await launch(), await launch()];
    const third = await launch();
    const assigned = [await accepted.next("assign"), await accepted.next("assign")];
    expect(assigned.map(({ runId }) => runId).sort()).toEqual(both.map(({ run }) => run.id).sort());
    accepted.send(outcome(assigned[0]?.runId ?? "", 0));
    expect((await accepted.next("assign")).runId).toBe(third.run.id);
    await accepted.cut();
  });

  it("stores a run's frames and ends it with its outcome", async () => {
    const { worker, launch } = await connectInNewPool();
    const { agent, run } = await launch();
    expect(await worker.next("assign")).toMatchObject({ agentId: agent.id, runId: run.id, model: "script" });
    worker.send(frames(run.id, 1, "one ", "two "));
    expect(await worker.next("acknowledge")).toEqual({ type: "acknowledge", runId: run.id, through: 2 });
    expect(await test.call(getRun, { params: { id: agent.id, runId: run.id } })).toMatchObject({ status: "RUNNING" });
    worker.send(frames(run.id, 3, "three"));
    worker.send(outcome(run.id, 3, "one two three"));
    expect(await worker.next("over")).toEqual({ type: "over", runId: run.id });
    const read = await test.stream(agent.id, run.id);
    expect(read.filter(({ event }) => event === "assistant").map(({ data }) => data)).toEqual(
      ["one ", "two ", "three"].map((text) => ({ text })),
    );
    expect(read.slice(-2).map(({ event }) => event)).toEqual(["result", "done"]);
    expect(await test.call(getRun, { params: { id: agent.id, runId: run.id } })).toMatchObject({
      status: "FINISHED",
      result: "one two three",
    });
  });

  it("resumes after a reconnect, storing repeated frames once", async () => {
    const { worker, mine, launch } = await connectInNewPool();
    const { run } = await launch();
    await worker.next("assign");
    worker.send(frames(run.id, 1, "1", "2", "3"));
    await worker.next("acknowledge");
    const { next, welcome } = await reconnect(worker, mine, [run.id]);
    expect(welcome.runs).toEqual([{ runId: run.id, over: false, acknowledged: 3 }]);
    next.send(frames(run.id, 2, "2", "3", "4"));
    expect(await next.next("acknowledge")).toMatchObject({ through: 4 });
    next.send(frames(run.id, 4, "4"));
    next.send(outcome(run.id, 4));
    await next.next("over");
    expect(await storedTexts(test, run.id)).toEqual(["1", "2", "3", "4"]);
  });

  it("reports which runs are over on reconnect, and accepts their outcomes", async () => {
    const { worker, mine, launch } = await connectInNewPool();
    const { agent, run } = await launch();
    await worker.next("assign");
    await worker.cut();
    await test.call(cancelRun, { params: { id: agent.id, runId: run.id } });
    const next = await connectFakeWorker(test.url, test.keys.serviceAccount);
    next.send({ ...mine, resumed: true, runs: [run.id, `run-${randomUUID()}`] });
    expect((await next.next("welcome")).runs.map(({ over }) => over)).toEqual([true, true]);
    next.send(outcome(run.id, 0));
    await next.next("over");
  });

  it("reassigns runs the worker never received, and ends runs it has lost", async () => {
    const { worker, mine, launch } = await connectInNewPool();
    const { agent, run } = await launch();
    const first = await worker.next("assign");
    const { next } = await reconnect(worker, mine, []);
    const second = await next.next("assign");
    expect(second).toMatchObject({ runId: first.runId, agentId: agent.id });
    next.send(frames(run.id, 1, "started"));
    await next.next("acknowledge");
    const { next: third } = await reconnect(next, mine, [], { isRestarted: true });
    await vi.waitFor(
      async () =>
        expect(await test.call(getRun, { params: { id: agent.id, runId: run.id } })).toMatchObject({
          status: "ERROR",
          error: { code: "worker_lost" },
        }),
      { timeout: 20_000 },
    );
    expect(third.received.filter(({ type }) => type === "assign")).toEqual([]);
  });

  it("is replaced by a newer connection of the same worker", async () => {
    const { worker, mine } = await connectInNewPool();
    const newer = await connectFakeWorker(test.url, test.keys.serviceAccount);
    newer.send({ ...mine, incarnation: randomUUID() });
    await newer.next("welcome");
    expect((await worker.closed).code).toBe(closeCodes.replaced);
    const older = await connectFakeWorker(test.url, test.keys.serviceAccount);
    older.send({ ...mine, resumed: true });
    expect((await older.closed).code).toBe(closeCodes.replaced);
    const [row] = await test.service.db.select().from(workers).where(eq(workers.id, mine.workerId));
    expect(row?.connectionId).not.toBeNull();
  });

  it("forwards a cancellation, and frees the worker after its outcome", async () => {
    const { worker, launch } = await connectInNewPool();
    const [one, two] = [await launch(), await launch()];
    await worker.next("assign");
    await test.call(cancelRun, { params: { id: one.agent.id, runId: one.run.id } });
    expect(await worker.next("over")).toMatchObject({ runId: one.run.id });
    worker.send(frames(one.run.id, 1, "too late"));
    expect(worker.received.filter(({ type }) => type === "assign")).toHaveLength(1);
    worker.send({ ...outcome(one.run.id, 1), outcome: { status: "CANCELLED", branches: [], sessionId: "s-1" } });
    expect((await worker.next("assign")).runId).toBe(two.run.id);
    expect(await storedTexts(test, one.run.id)).toEqual([]);
  });

  it("assigns a declined run to another worker", async () => {
    const { worker, pool, launch } = await connectInNewPool();
    const { run } = await launch();
    await worker.next("assign");
    const other = await connectFakeWorker(test.url, test.keys.serviceAccount);
    other.send(registration({ pool, workerId: `${pool}-other` }));
    await other.next("welcome");
    worker.send({ type: "drain" });
    await worker.next("drained");
    worker.send({ type: "decline", runId: run.id, reason: "the worker is draining" });
    expect((await other.next("assign")).runId).toBe(run.id);
  });

  it("can't start or end a run that another worker got while this one was silent", async () => {
    const { worker, pool, mine, launch } = await connectInNewPool();
    const { agent, run } = await launch();
    await worker.next("assign");
    const other = await connectFakeWorker(test.url, test.keys.serviceAccount);
    other.send(registration({ pool, workerId: `${pool}-other` }));
    await other.next("welcome");
    expect(await declineRun(test.service, { teamId: 1, workerId: mine.workerId }, run.id, lose)).toBe(true);
    expect((await other.next("assign")).runId).toBe(run.id);
    worker.send(frames(run.id, 1, "late"));
    expect(await worker.next("over")).toEqual({ type: "over", runId: run.id });
    worker.send(outcome(run.id, 0));
    const next = await launch();
    expect((await worker.next("assign")).runId).toBe(next.run.id);
    const status = async () => (await test.call(getRun, { params: { id: agent.id, runId: run.id } })).status;
    expect(await status()).toBe("CREATING");
    other.send(frames(run.id, 1, "mine"));
    other.send(outcome(run.id, 1));
    await other.next("over");
    expect([await storedTexts(test, run.id), await status()]).toEqual([["mine"], "FINISHED"]);
  });

  it("assigns no runs after a drain", async () => {
    const { worker, launch } = await connectInNewPool();
    worker.send({ type: "drain" });
    await worker.next("drained");
    await launch();
    await test.service.db.execute("select 1");
    expect(worker.received.filter(({ type }) => type === "assign")).toEqual([]);
  });

  it("P-TOKEN-12 P-CLAIM-23 lets a worker reconnect with the run's token after its claim was released and its session token ended", async () => {
    const pool = "released";
    const asService = { key: test.keys.serviceAccount };
    await test.call(registerPool, { ...asService, body: { scope: "team", poolName: pool } });
    const launch = () =>
      test.call(createAgent, { body: { prompt: { text: "hello" }, env: { type: "pool", name: pool } } });
    const [{ agent, run }, other] = [await launch(), await launch()];
    const body = { id: agent.id, workerId: "ctrl-released", sessionToken: true };
    const { token = "" } = await test.call(claimPendingRequest, { ...asService, body });
    const mine = registration({ pool, workerId: "ctrl-released" });
    const worker = await connectFakeWorker(test.url, token);
    worker.send(mine);
    const assign = await worker.next("assign");
    await test.call(releaseClaim, { ...asService, params: { id: agent.id } });
    await worker.cut();
    await expect(connectFakeWorker(test.url, token)).rejects.toThrow("401");
    const back = await connectFakeWorker(test.url, assign.token);
    back.send({ ...mine, resumed: true, runs: [run.id] });
    expect((await back.next("welcome")).runs).toEqual([{ runId: run.id, over: false, acknowledged: 0 }]);
    back.send(outcome(run.id, 0));
    await back.next("over");
    expect((await test.call(getRun, { params: { id: other.agent.id, runId: other.run.id } })).status).toBe("CREATING");
    await back.cut();
    await expect(connectFakeWorker(test.url, assign.token)).rejects.toThrow("401");
  });

  it("asks a worker to release the files of a deleted agent", async () => {
    const { worker, launch } = await connectInNewPool();
    const { agent, run } = await launch();
    await worker.next("assign");
    worker.send(outcome(run.id, 0));
    await worker.next("over");
    await test.call(deleteAgent, { params: { id: agent.id } });
    expect(await worker.next("release")).toEqual({ type: "release", agentId: agent.id });
  });

  it("only provides a git credential for an active run", async () => {
    const { worker, launch } = await connectInNewPool();
    const { run } = await launch();
    await worker.next("assign");
    worker.send({ type: "credential", id: 1, runId: run.id });
    const reply = await worker.next("credential");
    expect(test.service.runCredentials.find(reply.credential?.password ?? "")).toMatchObject({ runId: run.id });
    worker.send({ type: "credential", id: 2, runId: `run-${randomUUID()}` });
    expect(await worker.next("credential")).toMatchObject({
      id: 2,
      reason: expect.stringContaining("not assigned to this worker"),
    });
  });

  it("assigns a follow-up to the worker that has the agent's files", async () => {
    const { worker, pool, launch } = await connectInNewPool();
    const { agent, run } = await launch();
    await worker.next("assign");
    const other = await connectFakeWorker(test.url, test.keys.serviceAccount);
    other.send(registration({ pool, workerId: `${pool}-other` }));
    await other.next("welcome");
    worker.send(outcome(run.id, 0));
    await worker.next("over");
    const { run: followUp } = await test.call(createRun, {
      params: { id: agent.id },
      body: { prompt: { text: "and now?" } },
    });
    expect((await worker.next("assign")).runId).toBe(followUp.id);
  });
});
