import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { closeCodes } from "@/lib/contract/worker-protocol/limits";
import { startTestService, type TestService } from "../../testing/test-service";
import { connectByHand, frames, outcome, registration, storedTexts } from "./testing/worker-fixture";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

let names = 0;
/** A worker by hand in a pool of its own, with a run that was assigned to it. */
async function assigned() {
  names += 1;
  const pool = `pool-${names}`;
  const worker = await connectByHand(test.url, test.keys.serviceAccount);
  worker.send(registration({ pool, workerId: `worker-${names}` }));
  await worker.next("welcome");
  const body = { prompt: { text: "hello" }, env: { type: "pool", name: pool } } as const;
  const { run } = await test.call(createAgent, { body });
  await worker.next("assign");
  return { worker, run };
}

describe("a connection of a worker that breaks the protocol", () => {
  it.each<[string, (runId: string) => object | string]>([
    ["no JSON", () => "{"],
    ["a second register", () => registration({ workerId: "w2" })],
    ["frames behind a gap", (runId) => frames(runId, 2, "x")],
    ["an outcome with frames missing", (runId) => outcome(runId, 1)],
    ["a frame with NUL", (runId) => frames(runId, 1, "a\0b")],
    [
      "a frame of a kind that is the service's own",
      (runId) => ({ ...frames(runId, 1, "x"), frames: [{ event: "done", data: {} }] }),
    ],
  ])("ends at %s, and stores nothing of it", async (_, message) => {
    const { worker, run } = await assigned();
    const sent = message(run.id);
    worker.sendText(typeof sent === "string" ? sent : JSON.stringify(sent));
    expect((await worker.closed).code).toBe(closeCodes.violation);
    expect(await storedTexts(test, run.id)).toEqual([]);
  });

  it("ends when its first message is no register, or speaks no version the service does", async () => {
    const rude = await connectByHand(test.url, test.keys.serviceAccount);
    rude.send({ type: "heartbeat" });
    expect((await rude.closed).code).toBe(closeCodes.violation);
    const future = await connectByHand(test.url, test.keys.serviceAccount);
    future.send(registration({ versions: [99] }));
    expect((await future.closed).code).toBe(closeCodes.version);
  });
});
