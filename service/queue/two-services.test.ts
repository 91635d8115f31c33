import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWatch, type PoolFixture, poolFixture, startWorker } from "../testing/pool-fixture";
import { startTwoServices, type TwoServices } from "../testing/two-services";
import { onAssignmentChange } from "../workers/on-assignment-change";
import type { TakenRun } from "../workers/take-run";

let both: TwoServices;
let fixture: PoolFixture;
let key = "";
beforeAll(async () => {
  both = await startTwoServices();
  fixture = poolFixture(both.first);
  key = both.first.keys.serviceAccount;
  await fixture.register({ poolName: "gpu" });
});
afterAll(() => both.close());

const claimAt = async (url: string, id: string, workerId: string) => {
  const response = await fetch(`${url}/v0/private-workers/claim`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ id, workerId }),
  });
  return { status: response.status, body: await response.json() };
};

describe("two services on one database", () => {
  it("P-CLAIM-12: grant one of 32 concurrent claims, half of them on each service", { tags: ["long"] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await fixture.launch();
      const responses = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          claimAt(index % 2 ? both.first.url : both.second.url, id, `ctrl-${round}-${index}`),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(31);
      const winner = responses.find(({ status }) => status === 200)?.body;
      expect((await fixture.release(id)).body).toEqual(winner);
      await both.first.send("DELETE", `/v1/agents/${id}`);
    }
  });

  it("assign every run exactly once to 32 competing workers", { tags: ["long"] }, async () => {
    const launched = await Promise.all(Array.from({ length: 60 }, () => fixture.launch()));
    const workers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => startWorker(index % 2 ? both.first.service : both.second.service, key)),
    );
    const assigned: TakenRun[] = [];
    await Promise.all(
      workers.map(async (worker) => {
        for (let idle = 0; idle < 2; ) {
          const run = await worker.take();
          if (!run) idle += 1;
          else {
            assigned.push(run);
            await worker.begin(run);
            await worker.finish(run);
          }
        }
      }),
    );
    expect(assigned.map(({ runId }) => runId).sort()).toEqual(launched.map(({ runId }) => runId).sort());
    await Promise.all(workers.map((worker) => worker.disconnect()));
  });

  it("share events, cursors and the watch limit", async () => {
    const { streamCursor } = await fixture.list();
    const watch = await openWatch(both.second.url, key, { cursor: streamCursor });
    const { id } = await fixture.launch();
    const created = await watch.next();
    expect(created).toMatchObject({ event: "created", data: { id } });
    await claimAt(both.second.url, id, "ctrl-1");
    const other = await openWatch(both.first.url, key, { cursor: created?.id ?? "" });
    for (const each of [watch, other]) expect(await each.next()).toMatchObject({ event: "claimed", data: { id } });
    const third = await openWatch(both.first.url, key, { cursor: streamCursor });
    const fourth = await openWatch(both.second.url, key, { cursor: streamCursor });
    for (const url of [both.first.url, both.second.url]) {
      await expect(openWatch(url, key, { cursor: streamCursor })).rejects.toThrow("429");
    }
    for (const each of [watch, other, third, fourth]) await each.close();
  });

  it("wake a worker on one service for a run queued on the other", async () => {
    const worker = await startWorker(both.second.service, key);
    let woken = 0;
    const unsubscribe = onAssignmentChange(both.second.service, worker, () => {
      woken += 1;
    });
    const { id } = await fixture.launch();
    await expect.poll(() => woken).toBeGreaterThan(0);
    expect(await worker.take()).toMatchObject({ agentId: id });
    unsubscribe();
  });
});
