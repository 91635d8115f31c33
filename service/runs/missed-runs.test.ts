import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { UserMessage } from "@/lib/model/transcript/payloads";
import { runs } from "../core/store/tables/agents";
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

it("a run of a service that died ends while another service keeps running", async () => {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, run.id);
  const { db, clock, ids, dispatcher } = test.service;
  const id = `run-${ids.uuid()}`;
  const row = { id, agentId: agent.id, mode: "agent" as const, promptText: "again", promptImages: [] };
  await insertRun(db, row, clock.now());
  const lease = (leasedUntil: number) => db.update(runs).set({ leasedBy: "died", leasedUntil }).where(eq(runs.id, id));
  await lease(clock.now() + 60_000);
  await dispatcher.startMissed();
  expect(await test.call(getRun, { params: { id: agent.id, runId: id } })).toMatchObject({ status: "CREATING" });
  await lease(clock.now() - 1);
  await dispatcher.startMissed();
  const ended = await test.call(getRun, { params: { id: agent.id, runId: id } });
  expect(ended).toMatchObject({ status: "ERROR", error: { code: "service_restarted" } });
});

it("the stream of a run that ended before it started has its prompt, without secrets", async () => {
  const prompt = { text: "Deploy with secret-value-of-TOKEN." };
  const { agent, run } = await test.call(createAgent, {
    body: { prompt: { text: "hello" }, envVars: { TOKEN: "secret-value-of-TOKEN" } },
  });
  const prompts = (frames: readonly { data: unknown }[]) =>
    frames.map(({ data }) => UserMessage.safeParse(data).data?.userMessage).filter((message) => message !== undefined);
  expect(prompts(await test.stream(agent.id, run.id))).toHaveLength(1);
  const { db, clock, ids, dispatcher } = test.service;
  const id = `run-${ids.uuid()}`;
  const image = { data: "iVBORw0KGgo=", mimeType: "image/png" };
  const row = { id, agentId: agent.id, mode: "agent" as const, promptText: prompt.text, promptImages: [image] };
  await insertRun(db, row, clock.now());
  await db
    .update(runs)
    .set({ leasedBy: "died", leasedUntil: clock.now() - 1 })
    .where(eq(runs.id, id));
  await dispatcher.startMissed();
  const frames = await test.stream(agent.id, id);
  expect(prompts(frames)).toEqual([
    {
      type: "user_message",
      session_id: agent.id,
      text: "Deploy with [masked].",
      images: [{ type: "base64", data: image.data }],
    },
  ]);
  expect(frames.map(({ event }) => event)).toEqual(["status", "interaction_update", "result", "done"]);
});
