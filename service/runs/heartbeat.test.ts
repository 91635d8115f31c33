import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { systemClock } from "@/lib/core/clock";
import { startTestService, type TestService } from "../testing/test-service";

/** A clock that shortens the 15-second heartbeat interval. */
const fastClock = {
  ...systemClock,
  after: (ms: number, callback: () => void) => systemClock.after(ms === 15_000 ? 20 : ms, callback),
};

let test: TestService;
beforeAll(async () => {
  test = await startTestService({}, fastClock);
});
afterAll(() => test.close());

describe("an idle stream", () => {
  it("A-STREAM-32: sends heartbeats with an empty payload and no id", async () => {
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "```sh\nsleep 1000\n```" } } });
    const frames = await test.stream(agent.id, run.id, { until: ({ event }) => event === "heartbeat" });
    expect(frames.at(-1)).toEqual({ event: "heartbeat", data: {} });
    await test.send("POST", `/v1/agents/${agent.id}/runs/${run.id}/cancel`);
  });
});
