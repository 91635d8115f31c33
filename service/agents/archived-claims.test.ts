import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { unarchiveAgent } from "@/lib/contract/agents/unarchive-agent";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { archiveIdleAgents } from "./archive-idle-agents";

const clock = new FakeClock({ running: true });
let test: TestService;
let fixture: PoolFixture;
beforeAll(async () => {
  test = await startTestService({ AGENT_EXPIRY_SECONDS: "3600" }, clock);
  fixture = poolFixture(test);
  await fixture.register({ poolName: "gpu" });
});
afterAll(() => test.close());

/** Expects an agent's claim to reserve nothing, grant no access and not be releasable. */
async function expectNoClaim(id: string, workerId: string) {
  expect(await fixture.pending(id)).toBeUndefined();
  expect((await fixture.token(id, workerId)).status).toBe(404);
  expect((await fixture.release(id)).status).toBe(404);
  expect((await fixture.claim(id, "another")).status).toBe(404);
}

describe("the claim of an archived agent", () => {
  it("A-ASTATE-18: has no effect, even after unarchive", async () => {
    const { id } = await fixture.launch();
    expect((await fixture.claim(id, "worker-1")).status).toBe(200);
    expect((await fixture.token(id, "worker-1")).status).toBe(200);
    await test.send("POST", `/v1/agents/${id}/archive`);
    await expectNoClaim(id, "worker-1");
    const worker = await fixture.worker({ workerId: "worker-1" });
    expect(await worker.take()).toBeUndefined();
    await worker.disconnect();
    await test.call(unarchiveAgent, { params: { id } });
    await expectNoClaim(id, "worker-1");
  });

  it("A-ASTATE-17, A-ASTATE-18: also ends when the agent expires", async () => {
    const worker = await fixture.worker({ workerId: "worker-2" });
    const { id } = await fixture.launch();
    const run = await worker.take();
    if (!run) throw new Error("the worker received no run");
    await worker.begin(run);
    await worker.finish(run);
    expect((await fixture.token(id, "worker-2")).status).toBe(200);
    clock.advance(3_700_000);
    await archiveIdleAgents(test.service);
    // The service's own job may have started first.
    await vi.waitFor(
      async () => {
        expect(await test.call(getAgent, { params: { id } })).toMatchObject({ status: "ARCHIVED" });
      },
      { timeout: 20_000 },
    );
    await expectNoClaim(id, "worker-2");
    await worker.disconnect();
  });
});
