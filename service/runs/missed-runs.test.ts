import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { startTestService, type TestService } from "../testing/test-service";
import { insertRun } from "./insert-run";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

it("a run whose commit was never confirmed is still started, once", async () => {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, run.id);
  const { db, clock, ids, dispatcher } = test.service;
  const id = `run-${ids.uuid()}`;
  const row = { id, agentId: agent.id, mode: "agent" as const, promptText: "again", promptImages: [] };
  await insertRun(db, row, clock.now() - 60_000);
  await Promise.all([dispatcher.startMissed(), dispatcher.startMissed()]);
  const frames = await test.stream(agent.id, id);
  expect(frames.at(-2)?.data).toMatchObject({ runId: id, status: "FINISHED" });
  expect(frames.filter(({ event }) => event === "done")).toHaveLength(1);
});
