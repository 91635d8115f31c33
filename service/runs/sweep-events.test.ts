import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { systemClock } from "@/lib/core/clock";
import { runEvents } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";
import { sweepEvents } from "./sweep-events";

let aheadMs = 0;
const clock = { ...systemClock, now: () => Date.now() + aheadMs };
let test: TestService;
beforeAll(async () => {
  test = await startTestService({ STREAM_RETENTION_SECONDS: "60" }, clock);
});
afterAll(() => test.close());

async function stored(runId: string): Promise<number> {
  const [row] = await test.service.db
    .select({ count: sql<number>`count(*)::int` })
    .from(runEvents)
    .where(eq(runEvents.runId, runId));
  return row?.count ?? 0;
}

describe("events past retention", () => {
  it("are deleted, while the run is kept", async () => {
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    await test.stream(agent.id, run.id);
    expect(await sweepEvents(test.service)).toBe(0);
    expect(await stored(run.id)).toBeGreaterThan(0);
    aheadMs = 61_000;
    expect(await sweepEvents(test.service)).toBe(1);
    expect(await stored(run.id)).toBe(0);
    expect(await test.call(getRun, { params: { id: agent.id, runId: run.id } })).toMatchObject({ status: "FINISHED" });
  });
});
