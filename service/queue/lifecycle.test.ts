import { isNotNull } from "drizzle-orm";
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

/** A pool of its own for one test; `wake` has a window of two minutes, `quick` one of five seconds. */
async function newPool(kind: "plain" | "wake" | "quick"): Promise<string> {
  const poolName = `${kind}-${test.service.ids.uuid()}`;
  await fixture.register({ poolName, workerReadyTimeoutSeconds: { plain: 0, wake: 120, quick: 5 }[kind] });
  return poolName;
}

const launch = (name: string) => fixture.launch({ env: { type: "pool", name } });
const agentStatus = async (id: string) => (await test.call(getAgent, { params: { id } })).status;
const run = (id: string, runId: string) => test.call(getRun, { params: { id, runId } });

/** Time passes, and what it does to the queue is done. Connected workers are heard of all the while. */
async function pass(ms: number): Promise<void> {
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

/** An agent whose first run ended on a worker, which is its worker now. */
async function worked(pool: string) {
  const worker = await fixture.worker({ pool });
  const { id } = await launch(pool);
  const taken = await worker.take();
  if (taken?.agentId !== id) throw new Error("another run was taken");
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

  it("P-QUEUE-42, P-WATCH-18: expires after a day; the run is EXPIRED, the agent IDLE and ready for more", async () => {
    const pool = await newPool("plain");
    const { id, runId } = await launch(pool);
    await pass(24 * 60 * minute - 5_000);
    expect(await fixture.pending(id)).toBeDefined();
    const events = await watch(pool);
    await pass(5_001);
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
    "A-ASTATE-18: %s takes an unclaimed request away, and a claimed one with its claim",
    async (act) => {
      const pool = await newPool("plain");
      const end = async ({ id, runId }: { id: string; runId: string }) => {
        if (act === "archive") return test.send("POST", `/v1/agents/${id}/archive`);
        if (act === "cancel") return test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
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
      if (act === "cancel") {
        // The agent is still its worker's.
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
  it("return to the worker of the agent while it is connected, and not to another", async () => {
    const pool = await newPool("plain");
    const { id, worker } = await worked(pool);
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

  it("P-QUEUE-39, P-QUEUE-40, P-WATCH-17: wait for an offline worker within the window, and are its own when it is back", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await worked(pool);
    await worker.disconnect();
    const events = await watch(pool);
    await fixture.followUp(id);
    const offline = await events.next();
    expect(offline).toMatchObject({ event: "claimed_offline", data: { id, claimedWorkerId: worker.workerId } });
    expect(offline?.data.wakeTimeoutMs).toBeGreaterThan(110_000);
    expect(offline?.data.wakeTimeoutMs).toBeLessThanOrEqual(120_000);
    const other = await fixture.worker({ pool });
    expect(await other.take()).toBeUndefined();
    await pass(100_000);
    const back = await fixture.worker({ pool, workerId: worker.workerId });
    expect(await events.next()).toMatchObject({ event: "claimed", data: { id } });
    await pass(60_000);
    const taken = await back.take();
    expect(taken).toMatchObject({ agentId: id });
    if (taken) await back.finish(taken);
    await other.disconnect();
    await back.disconnect();
  });

  it("P-QUEUE-41, P-POOL-17: go back to the pool when the window lapses, for any worker", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await worked(pool);
    await worker.disconnect();
    await fixture.followUp(id);
    const events = await watch(pool);
    await pass(120_001);
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

  it("P-POOL-18: go back to the pool at once where there is no window", async () => {
    const pool = await newPool("plain");
    const { id, worker } = await worked(pool);
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

  it("that waited for a busy worker wait for it as an offline one when it goes", async () => {
    const pool = await newPool("wake");
    const { id, worker } = await worked(pool);
    const busy = await launch(pool);
    expect(await worker.take()).toMatchObject({ agentId: busy.id });
    await fixture.followUp(id);
    expect(await fixture.pending(id)).toBeUndefined();
    await worker.disconnect();
    expect(await fixture.pending(id)).toMatchObject({ claimedWorkerId: worker.workerId });
    for (const each of [id, busy.id]) await test.send("POST", `/v1/agents/${each}/archive`);
  });
});

describe("a worker that is lost", () => {
  it.each<[string, "quick" | "wake", number]>([
    ["a minute", "quick", minute],
    ["the window, where that is longer", "wake", 2 * minute],
  ])("in mid run keeps it for %s, then the run ends in ERROR and the agent is IDLE", async (_name, kind, patience) => {
    const pool = await newPool(kind);
    const worker = await fixture.worker({ pool });
    const { id, runId } = await launch(pool);
    const taken = await worker.take();
    if (!taken) throw new Error("no run was taken");
    await worker.begin(taken);
    await worker.disconnect();
    await pass(patience - 2_000);
    expect((await run(id, runId)).status).toBe("RUNNING");
    expect(await agentStatus(id)).toBe("ACTIVE");
    await pass(2_001);
    expect(await run(id, runId)).toMatchObject({ status: "ERROR", error: { code: "worker_lost" } });
    expect(await agentStatus(id)).toBe("IDLE");
  });

  it("and comes back in time goes on with its run", async () => {
    const pool = await newPool("quick");
    const worker = await fixture.worker({ pool });
    const { id, runId } = await launch(pool);
    const taken = await worker.take();
    if (!taken) throw new Error("no run was taken");
    await worker.begin(taken);
    await worker.disconnect();
    await pass(50_000);
    const back = await fixture.worker({ ...worker.registration, resumed: true });
    expect(await assignedRuns(test.service, back)).toEqual([{ agentId: id, runId, model: "script", begun: true }]);
    await pass(20_000);
    expect((await run(id, runId)).status).toBe("RUNNING");
    await back.finish(taken);
    expect(await assignedRuns(test.service, back)).toEqual([]);
    await back.disconnect();
  });

  it("gives back what it has not begun, for another to take", async () => {
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
