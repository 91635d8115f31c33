import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { workers } from "../core/store/tables/pools";
import { type PoolFixture, poolFixture, type Watch } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { assignedRuns } from "../workers/assigned-runs";
import { declineRun } from "../workers/decline-run";
import { sweepQueue } from "../workers/sweep-queue";

const clock = new FakeClock({ running: true });
const minute = 60_000;

let test: TestService;
let fixture: PoolFixture;
let watches: Watch[] = [];
beforeAll(async () => {
  test = await startTestService({}, clock);
  fixture = poolFixture(test);
});
afterEach(async () => {
  for (const watch of watches) await watch.close();
  watches = [];
});
afterAll(() => test.close());

/** Registers a pool for one test. `wake` has a reconnect window of two minutes, `quick` one of five seconds. */
async function newPool(kind: "plain" | "wake" | "quick"): Promise<string> {
  const poolName = `${kind}-${test.service.ids.uuid()}`;
  await fixture.register({ poolName, workerReadyTimeoutSeconds: { plain: 0, wake: 120, quick: 5 }[kind] });
  return poolName;
}

const launch = (name: string) => fixture.launch({ env: { type: "pool", name } });
const agentStatus = async (id: string) => (await test.call(getAgent, { params: { id } })).status;
const run = (id: string, runId: string) => test.call(getRun, { params: { id, runId } });

/** Advances the clock, with heartbeats of connected workers, and sweeps the queue. */
async function advance(ms: number): Promise<void> {
  await test.service.db
    .update(workers)
    .set({ lastSeenAt: clock.now() + ms })
    .where(isNotNull(workers.connectionId));
  clock.advance(ms);
  await sweepQueue(test.service);
}

async function watch(pool: string): Promise<Watch> {
  const opened = await fixture.watch({ pool });
  watches.push(opened);
  return opened;
}

/** Creates an agent whose first run finished on a worker, which still has its claim. */
async function agentWithWorker(pool: string) {
  const worker = await fixture.worker({ pool });
  const { id } = await launch(pool);
  const taken = await worker.take();
  if (taken?.agentId !== id) throw new Error("the worker took another run");
  await worker.finish(taken);
  return { id, worker };
}

describe("entering and leaving the queue", () => {
  it("P-QUEUE-36, P-QUEUE-37, P-WATCH-15, P-WATCH-16: unclaimed, then claimed by the claim endpoint", async () => {
    const pool = await newPool("plain");
    const events = await watch(pool);
    const { id } = await launch(pool);
    expect(await events.next()).toMatchObject({ event: "created", data: await fixture.pending(id) });
    await fixture.claim(id, "ctrl-1");
    expect(await events.next()).toMatchObject({ event: "claimed", data: { id } });
    expect(await fixture.pending(id)).toBeUndefined();
  });

  it("P-QUEUE-38: unclaimed, then claimed by a worker itself", async () => {
    const pool = await newPool("plain");
    const events = await watch(pool);
    const { id } = await launch(pool);
    const worker = await fixture.worker({ pool });
    expect(await worker.take()).toMatchObject({ agentId: id });
    expect((await events.next())?.event).toBe("created");
    expect(await events.next()).toMatchObject({ event: "claimed", data: { id } });
    await test.send("POST", `/v1/agents/${id}/archive`);
    await worker.disconnect();
  });

  it("P-QUEUE-42, P-WATCH-18: expires after a day, leaving the run EXPIRED and the agent IDLE", async () => {
    const pool = await newPool("plain");
    const { id, runId } = await launch(pool);
    await advance(24 * 60 * minute - 5_000);
    expect(await fixture.pending(id)).toBeDefined();
    const events = await watch(pool);
    await advance(5_001);
    expect(await events.next()).toMatchObject({ event: "expired", data: { id } });
    expect(await fixture.pending(id)).toBeUndefined();
    expect(await run(id, runId)).toMatchObject({ status: "EXPIRED", error: { code: "queue_expired" } });
    expect(await agentStatus(id)).toBe("IDLE");
    expect((await fixture.claim(id, "ctrl-1")).status).toBe(404);
    const again = await fixture.followUp(id);
    expect(await fixture.pending(id)).toBeDefined();
    expect((await run(id, again)).status).toBe("CREATING");
    await test.send("POST", `/v1/agents/${id}/runs/${again}/cancel`);
  });

  it.each(["archive", "cancel", "delete"] as const)(
    "A-ASTATE-18: %s removes an unclaimed request, and a claimed one with its claim",
    async (action) => {
      const pool = await newPool("plain");
      const end = async ({ id, runId }: { id: string; runId: string }) => {
        if (action === "archive") return test.send("POST", `/v1/agents/${id}/archive`);
        if (action === "cancel") return test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
        return test.send("DELETE", `/v1/agents/${id}`);
      };
      const free = await launch(pool);
      const claimed = await launch(pool);
      const { body } = await fixture.claim(claimed.id, "ctrl-2", { sessionToken: true });
      const { token } = body as { token: string };
      const events = await watch(pool);
      expect((await end(free)).status).toBe(200);
      expect(await events.next()).toMatchObject({ event: "expired", data: { id: free.id } });
      expect((await end(claimed)).status).toBe(200);
      expect((await fixture.list({ pool })).requests).toEqual([]);
      expect((await fixture.claim(free.id, "ctrl-2")).status).toBe(404);
      if (action === "cancel") {
        // The claim remains.
        expect((await fixture.release(claimed.id)).status).toBe(200);
        return;
      }
      expect((await fixture.claim(claimed.id, "ctrl-3")).status).toBe(404);
      expect((await fixture.token(claimed.id, "ctrl-2")).status).toBe(404);
      expect((await fixture.release(claimed.id)).status).toBe(404);
      expect((await test.send("GET", "/v1/me", { key: token })).status).toBe(401);
      const worker = await fixture.worker({ pool, workerId: "ctrl-2" });
      expect(await worker.take()).toBeUndefined();
      await worker.disconnect();
    },
  );
});

describe("follow-ups", () => {
  it("go to the agent's worker while it is connected, and to no other", async () => {
    const pool = await newPool("plain");
    const { id, worker } = await agentWithWorker(pool);
    const other = await fixture.worker({ pool });
    await fixture.followUp(id);
    expect(await fixture.pending(id)).toBeUndefined();
    expect(await other.take()).toBeUndefined();
    const taken = await worker.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await worker.finish(taken);
    await other.disconnect();
    await worker.disconnect();
  });

  it("P-QUEUE-39, P-QUEUE-40, P-WATCH-17: wait for an offline worker within the window, and go to it when it reconnects", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await agentWithWorker(pool);
    await worker.disconnect();
    const events = await watch(pool);
    await fixture.followUp(id);
    const offline = await events.next();
    expect(offline).toMatchObject({ event: "claimed_offline", data: { id, claimedWorkerId: worker.workerId } });
    const { wakeTimeoutMs: _left, ...listed } = (await fixture.pending(id)) ?? {};
    expect(offline?.data).toEqual({ ...listed, wakeTimeoutMs: expect.any(Number) });
    expect(offline?.data.wakeTimeoutMs).toBeGreaterThan(110_000);
    expect(offline?.data.wakeTimeoutMs).toBeLessThanOrEqual(120_000);
    const other = await fixture.worker({ pool });
    expect(await other.take()).toBeUndefined();
    await advance(100_000);
    const back = await fixture.worker({ pool, workerId: worker.workerId });
    expect(await events.next()).toMatchObject({ event: "claimed", data: { id } });
    await advance(60_000);
    const taken = await back.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await back.finish(taken);
    await other.disconnect();
    await back.disconnect();
  });

  it("go to a worker that reconnects while another transaction has locked their claim", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await agentWithWorker(pool);
    await worker.disconnect();
    await fixture.followUp(id);
    expect((await fixture.pending(id))?.claimedWorkerId).toBe(worker.workerId);
    const other = await test.service.database.pool.connect();
    await other.query("begin");
    await other.query("select from pending_requests where agent_id = $1 for update", [id]);
    const reconnecting = fixture.worker({ pool, workerId: worker.workerId });
    const connected = and(eq(workers.id, worker.workerId), isNotNull(workers.connectionId));
    await expect.poll(() => test.service.db.$count(workers, connected)).toBe(1);
    await other.query("commit");
    other.release();
    const again = await reconnecting;
    expect(await fixture.pending(id)).toBeUndefined();
    await again.disconnect();
  });

  it("P-QUEUE-43: return to the queue, for any worker, when the claim they wait for is released", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await agentWithWorker(pool);
    await worker.disconnect();
    const events = await watch(pool);
    await fixture.followUp(id);
    expect(await events.next()).toMatchObject({ event: "claimed_offline", data: { id } });
    expect((await fixture.release(id)).status).toBe(200);
    const created = await events.next();
    expect(created).toMatchObject({ event: "created", data: { id } });
    expect(created?.data).not.toHaveProperty("claimedWorkerId");
    expect(await fixture.pending(id)).toEqual(created?.data);
    const other = await fixture.worker({ pool });
    const taken = await other.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await other.finish(taken);
    await other.disconnect();
  });

  it("P-QUEUE-41, P-POOL-17: return to the pool, for any worker, when the window ends", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await agentWithWorker(pool);
    await worker.disconnect();
    await fixture.followUp(id);
    const events = await watch(pool);
    await advance(120_001);
    const created = await events.next();
    expect(created).toMatchObject({ event: "created", data: { id } });
    expect(created?.data).not.toHaveProperty("claimedWorkerId");
    expect(created?.data).not.toHaveProperty("wakeTimeoutMs");
    expect(await fixture.pending(id)).toEqual(created?.data);
    const other = await fixture.worker({ pool });
    const taken = await other.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await other.finish(taken);
    await other.disconnect();
  });

  it("P-POOL-18: return to the pool immediately if there is no window", async () => {
    const pool = await newPool("plain");
    const { id, worker } = await agentWithWorker(pool);
    await worker.disconnect();
    const events = await watch(pool);
    await fixture.followUp(id);
    expect(await events.next()).toMatchObject({ event: "created", data: { id } });
    expect((await fixture.release(id)).status).toBe(404);
    const other = await fixture.worker({ pool });
    expect(await other.take()).toMatchObject({ agentId: id });
    await test.send("POST", `/v1/agents/${id}/archive`);
    await other.disconnect();
  });

  it("waiting for a busy worker keep waiting when it goes offline", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await agentWithWorker(pool);
    const busy = await launch(pool);
    expect(await worker.take()).toMatchObject({ agentId: busy.id });
    await fixture.followUp(id);
    expect(await fixture.pending(id)).toBeUndefined();
    await worker.disconnect();
    expect(await fixture.pending(id)).toMatchObject({ claimedWorkerId: worker.workerId });
    for (const each of [id, busy.id]) await test.send("POST", `/v1/agents/${each}/archive`);
  });
});

describe("a lost worker", () => {
  it.each<[string, "quick" | "wake", number]>([
    ["a minute", "quick", minute],
    ["the window, if that is longer", "wake", 2 * minute],
  ])("keeps its run for %s, then the run ends in ERROR and the agent is IDLE", async (_name, kind, gracePeriod) => {
    const pool = await newPool(kind);
    const worker = await fixture.worker({ pool });
    const { id, runId } = await launch(pool);
    const taken = await worker.take();
    if (!taken) throw new Error("the worker received no run");
    await worker.begin(taken);
    await worker.disconnect();
    await advance(gracePeriod - 2_000);
    expect((await run(id, runId)).status).toBe("RUNNING");
    expect(await agentStatus(id)).toBe("ACTIVE");
    await advance(2_001);
    expect(await run(id, runId)).toMatchObject({ status: "ERROR", error: { code: "worker_lost" } });
    expect(await agentStatus(id)).toBe("IDLE");
  });

  it("continues its run if it reconnects in time", async () => {
    const pool = await newPool("quick");
    const worker = await fixture.worker({ pool });
    const { id, runId } = await launch(pool);
    const taken = await worker.take();
    if (!taken) throw new Error("the worker received no run");
    await worker.begin(taken);
    await worker.disconnect();
    await advance(50_000);
    const back = await fixture.worker({ ...worker.registration, resumed: true });
    expect(await assignedRuns(test.service, back)).toEqual([{ agentId: id, runId, model: "script", started: true }]);
    await advance(20_000);
    expect((await run(id, runId)).status).toBe("RUNNING");
    await back.finish(taken);
    expect(await assignedRuns(test.service, back)).toEqual([]);
    await back.disconnect();
  });

  it.each([0, 1])("loses a run that it hasn't started to another worker (follow-ups: %s)", async (followUps) => {
    const pool = await newPool("plain");
    const silent = await fixture.worker({ pool });
    const { id, runId } = await launch(pool);
    let taken = await silent.take();
    for (let count = 0; count < followUps && taken; count += 1) {
      await silent.begin(taken);
      await silent.finish(taken);
      await fixture.followUp(id);
      taken = await silent.take();
    }
    const other = await fixture.worker({ pool });
    expect(await other.take()).toBeUndefined();
    await advance(44_000);
    await silent.disconnect();
    await advance(8_000);
    expect(await other.take()).toBeUndefined();
    await advance(4_000);
    const again = await other.take();
    expect(again).toEqual(taken);
    if (!again) throw new Error("the worker received no run");
    await other.begin(again);
    await other.finish(again);
    expect((await run(id, followUps === 0 ? runId : again.runId)).status).toBe("FINISHED");
    await other.disconnect();
  });

  it("can return a run that it hasn't started, for another worker", async () => {
    const pool = await newPool("plain");
    const worker = await fixture.worker({ pool });
    const { id, runId } = await launch(pool);
    const taken = await worker.take();
    const events = await watch(pool);
    expect(await declineRun(test.service, worker, runId)).toBe(true);
    expect(await events.next()).toMatchObject({ event: "created", data: { id } });
    const other = await fixture.worker({ pool });
    const again = await other.take();
    expect(again).toEqual(taken);
    if (again) await other.begin(again);
    expect(await declineRun(test.service, other, runId)).toBe(false);
    expect(await declineRun(test.service, worker, runId)).toBe(false);
    if (again) await other.finish(again);
    await other.disconnect();
    await worker.disconnect();
  });
});
