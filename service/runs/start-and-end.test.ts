import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { runs } from "../core/store/tables/agents";
import { waitForLockWaits } from "../testing/lock-waits";
import { startTestService, type TestService } from "../testing/test-service";
import { finishRun } from "./finish-run";
import { createRecorder } from "./recorder";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe("a run that ends as it starts", () => {
  it("A-RUN-28: doesn't deadlock", async () => {
    const { service } = test;
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    await test.stream(agent.id, run.id);
    const [row] = await service.db.select().from(runs).where(eq(runs.id, run.id));
    if (!row) throw new Error("run not found");
    const { position: _position, ...copy } = row;
    const id = `run-${service.ids.uuid()}`;
    await service.db.insert(runs).values({ ...copy, id, status: "CREATING", endedAt: null, leasedBy: "test" });
    const recorder = await createRecorder(service, id);
    // Both wait for the run's row, the start first.
    const both = await service.db.transaction(async (tx) => {
      await tx.select().from(runs).where(eq(runs.id, id)).for("update");
      const started = recorder.started();
      await waitForLockWaits(service.db);
      const ended = finishRun(service, id, { status: "CANCELLED" });
      await waitForLockWaits(service.db, 2);
      return [started, ended];
    });
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });
});
