import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { closeCodes } from "@/lib/contract/worker-protocol/limits";
import { startTestService, type TestService } from "../../testing/test-service";
import { connectFakeWorker, frames, outcome, registration, storedTexts } from "./testing/worker-fixture";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

let names = 0;
/** Connects a fake worker in a new pool and assigns it a run. */
async function assigned() {
  names += 1;
  const pool = `pool-${names}`;
  const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
  worker.send(registration({ pool, workerId: `worker-${names}` }));
  await worker.next("welcome");
  const body = { prompt: { text: "hello" }, env: { type: "pool", name: pool } } as const;
  const { run } = await test.call(createAgent, { body });
  await worker.next("assign");
  return { worker, run };
}

describe("a worker connection that violates the protocol", () => {
  it.each<[string, (runId: string) => object | string]>([
    ["invalid JSON", () => "{"],
    ["a second register", () => registration({ workerId: "w2" })],
    ["frames after a gap", (runId) => frames(runId, 2, "x")],
    ["an outcome with missing frames", (runId) => outcome(runId, 1)],
    [
      "NUL in an outcome",
      (runId) => ({ ...outcome(runId, 0), outcome: { ...outcome(runId, 0).outcome, result: "a\0" } }),
    ],
    [
      "a frame nested 20,000 deep",
      (runId) =>
        JSON.stringify(frames(runId, 1, "DEEP")).replace('"DEEP"', () => "[".repeat(20_000) + "]".repeat(20_000)),
    ],
    ["a frame with NUL", (runId) => frames(runId, 1, "a\0b")],
    [
      "a frame only the service may create",
      (runId) => ({ ...frames(runId, 1, "x"), frames: [{ event: "done", data: {} }] }),
    ],
  ])("is closed on %s, without storing anything", async (_, message) => {
    const { worker, run } = await assigned();
    const sent = message(run.id);
    worker.sendText(typeof sent === "string" ? sent : JSON.stringify(sent));
    expect((await worker.closed).code).toBe(closeCodes.violation);
    expect(await storedTexts(test, run.id)).toEqual([]);
    await vi.waitFor(async () => {
      const { status } = await test.call(getRun, { params: { id: run.agentId, runId: run.id } });
      expect(status).toBe("ERROR");
    });
  });

  it("is closed if it sends more than the service can process", async () => {
    const { worker, run } = await assigned();
    for (let id = 1; id <= 20_000; id += 1) worker.send({ type: "credential", id, runId: run.id });
    const { code, reason } = await worker.closed;
    expect({ code, reason: String(reason) }).toEqual({
      code: closeCodes.violation,
      reason: "more unacknowledged data than allowed",
    });
  });

  it("is closed on NUL in a field of register", async () => {
    const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
    worker.send(registration({ workspaceRootPath: "/a\0b" }));
    expect((await worker.closed).code).toBe(closeCodes.violation);
  });

  it("is closed if its first message isn't register, or no protocol version is supported", async () => {
    const unregistered = await connectFakeWorker(test.url, test.keys.serviceAccount);
    unregistered.send({ type: "heartbeat" });
    expect((await unregistered.closed).code).toBe(closeCodes.violation);
    const future = await connectFakeWorker(test.url, test.keys.serviceAccount);
    future.send(registration({ versions: [99] }));
    expect((await future.closed).code).toBe(closeCodes.version);
  });
});
