import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { runEvents, runs } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";
import { createRecorder, RunEndedError } from "./recorder";

let test: TestService;
let runId = "";
beforeAll(async () => {
  test = await startTestService();
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, run.id);
  const [row] = await test.service.db.select().from(runs).where(eq(runs.id, run.id));
  if (!row) throw new Error("run not found");
  const { position: _position, ...copy } = row;
  runId = `run-${test.service.ids.uuid()}`;
  await test.service.db.insert(runs).values({ ...copy, id: runId, status: "RUNNING", endedAt: null, leasedBy: "test" });
});
afterAll(() => test.close());

const frames = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ event: "assistant" as const, data: { text: `${index}` } }));

describe("the recorder", () => {
  it("stores a batch of any size, in order", async () => {
    const { db } = test.service;
    const recorder = await createRecorder(test.service, runId);
    await recorder.record(frames(12_000));
    await recorder.record(frames(1));
    const [row] = await db
      .select({ count: sql<number>`count(*)::int`, last: sql<number>`max(${runEvents.sequence})::int` })
      .from(runEvents)
      .where(eq(runEvents.runId, runId));
    expect(row).toEqual({ count: 12_001, last: 12_001 });
  });

  it("stores a batch once even if it is retried because its commit wasn't confirmed", async () => {
    const [one, other] = [await createRecorder(test.service, runId), await createRecorder(test.service, runId)];
    await one.record(frames(3));
    await other.record(frames(5));
    const rows = await test.service.db
      .select({ sequence: runEvents.sequence, data: runEvents.data })
      .from(runEvents)
      .where(eq(runEvents.runId, runId))
      .orderBy(desc(runEvents.sequence))
      .limit(6);
    expect(rows.map(({ sequence }) => sequence - 12_001)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(rows.slice(0, 5).map(({ data }) => data)).toEqual([4, 3, 2, 1, 0].map((text) => `{"text":"${text}"}`));
  });

  it("stores nothing once the run has ended", async () => {
    const recorder = await createRecorder(test.service, runId);
    await test.service.db.update(runs).set({ status: "CANCELLED", endedAt: 1 }).where(eq(runs.id, runId));
    await expect(recorder.record(frames(1))).rejects.toThrow(RunEndedError);
  });
});
