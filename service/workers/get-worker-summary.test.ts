import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getMe } from "@/lib/contract/agents/get-me";
import { getWorkerSummary } from "@/lib/contract/pools/get-worker-summary";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
let fixture: PoolFixture;
let ownWorker: Awaited<ReturnType<PoolFixture["worker"]>>;

/** Two workers of the team, one of them in use by the first user, and that user's machine and pool worker. */
beforeAll(async () => {
  test = await startTestService();
  fixture = poolFixture(test);
  await fixture.worker({ pool: "idle" });
  const busy = await fixture.worker({ pool: "busy" });
  const { id } = await fixture.launch({ env: { type: "pool", name: "busy" } });
  expect(await busy.take()).toMatchObject({ agentId: id });
  await fixture.worker({ pool: undefined, name: "laptop" }, test.keys.user);
  ownWorker = await fixture.worker({ pool: "own" }, test.keys.user);
});
afterAll(() => test.close());

const summary = (key: string) => test.call(getWorkerSummary, { key });

describe("the worker summary", () => {
  it("P-WORKER-19, P-WORKER-20: counts the team's connected workers and those in use", async () => {
    const { key } = await fixture.serviceKey({});
    expect(await summary(key)).toEqual({ teamSummary: { totalConnected: 4, inUse: 1 } });
    const stranger = await fixture.otherTeamKey();
    expect(await summary(stranger)).toEqual({ teamSummary: { totalConnected: 0, inUse: 0 } });
    const gone = await fixture.worker({ pool: "idle" });
    await gone.disconnect();
    expect((await summary(key)).teamSummary.totalConnected).toBe(4);
  });

  it("P-WORKER-19: counts those of the user that the caller acts for", async () => {
    const { key } = await fixture.serviceKey({ userId: (await test.call(getMe)).userId ?? 0 });
    expect(await summary(key)).toEqual({
      userSummary: { totalConnected: 2, inUse: 0, teamWorkersInUseByUser: 1 },
      teamSummary: { totalConnected: 4, inUse: 1 },
    });
    const own = await fixture.launch({ env: { type: "pool", name: "own" } });
    const taken = await ownWorker.take();
    expect(taken).toMatchObject({ agentId: own.id });
    expect(await summary(key)).toEqual({
      userSummary: { totalConnected: 2, inUse: 1, teamWorkersInUseByUser: 1 },
      teamSummary: { totalConnected: 4, inUse: 2 },
    });
    if (taken) await ownWorker.finish(taken);
    const other = await addUser(test.service, { email: "other@example.test", teamId: 1 });
    expect((await summary((await fixture.serviceKey({ userId: other.userId })).key)).userSummary).toEqual({
      totalConnected: 0,
      inUse: 0,
      teamWorkersInUseByUser: 0,
    });
  });
});
