import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerQuestion } from "@/lib/contract/agents/answer-question";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { agentProgram } from "@/runner/testing/agent-program";
import { poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { createRecorder } from "./recorder";

const source = agentProgram(
  `globalThis.prompted = id; send({ id: "q", method: "elicitation/create", params: { sessionId: "s", mode: "form", message: "How many?",
    requestedSchema: { type: "object", properties: { count: { type: "integer", maximum: 3 } }, required: ["count"] } } });`,
  { onResponse: `say(JSON.stringify(result)); send({ id: globalThis.prompted, result: { stopReason: "end_turn" } });` },
);

let test: TestService;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-asks-"));
  const file = join(folder, "asks.mjs");
  await writeFile(file, source);
  test = await startTestService({
    AGENTS: JSON.stringify({ asks: [process.execPath, file] }),
    ALLOW_UNISOLATED: "1",
  });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** Launches an agent and waits for its question. */
async function launch() {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "go" }, model: { id: "asks" } } });
  const params = { id: agent.id, runId: run.id };
  await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes('"state":"question"') });
  const { question } = await test.call(getRun, { params });
  return { params, questionId: question?.id ?? "" };
}

const send = ({ params, questionId }: Awaited<ReturnType<typeof launch>>, body: unknown, key?: string) =>
  test.send("POST", `/v1/agents/${params.id}/runs/${params.runId}/questions/${questionId}/answer`, {
    body,
    ...(key ? { key } : {}),
  });

it("shows the question in the run, takes one valid answer, and continues the run", { tags: ["long"] }, async () => {
  const asked = await launch();
  const { params, questionId } = asked;
  const listed = await test.call(listRuns, { params: { id: params.id } });
  expect(listed.items[0]?.question?.id).toBe(questionId);
  for (const [values, field] of [
    [{}, "values.count"],
    [{ count: 4 }, "values.count"],
    [{ count: "2" }, "values.count"],
    [{ count: 2, more: 1 }, "values.more"],
  ]) {
    expect(await send(asked, { action: "accept", values })).toMatchObject({ status: 400, body: { error: { field } } });
  }
  expect(await send(asked, { action: "other" })).toMatchObject({ status: 400 });
  expect(await send({ ...asked, questionId: "other" }, { action: "decline" })).toMatchObject({
    status: 404,
    body: { error: { code: "question_not_found" } },
  });
  const body = { action: "accept", values: { count: 2 } } as const;
  const answers = await Promise.all([send(asked, body), send(asked, body)]);
  expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  await test.stream(params.id, params.runId);
  const run = await test.call(getRun, { params });
  expect(run).toMatchObject({ status: "FINISHED", result: '{"action":"accept","content":{"count":2}}' });
  expect(run.question).toBeUndefined();
});

it("can't be answered after the run was canceled", async () => {
  const asked = await launch();
  await test.call(cancelRun, { params: asked.params });
  const response = await send(asked, { action: "decline" });
  expect(response.status === 404 || response.status === 409).toBe(true);
  expect((await test.call(getRun, { params: asked.params })).question).toBeUndefined();
});

it("returns 409 question_closed once a question has an answer, or its run has ended", async () => {
  const fixture = poolFixture(test);
  await fixture.register({ poolName: "gpu" });
  /** Records a question of a run in a pool, where it remains until its worker closes it. */
  const record = async (questionId: string) => {
    const { id, runId } = await fixture.launch({ model: { id: "script" } });
    const recorder = await createRecorder(test.service, runId);
    await recorder.started();
    const question = { id: questionId, message: "Continue?", fields: [] };
    await recorder.record([{ event: "interaction_update", data: { state: "question", question } }]);
    return { params: { id, runId }, questionId };
  };
  const closed = { status: 409, body: { error: { code: "question_closed" } } };
  const first = await record("first");
  expect(await send(first, { action: "decline" })).toMatchObject({ status: 200, body: { id: "first" } });
  expect(await send(first, { action: "decline" })).toMatchObject(closed);
  const open = await record("open");
  await test.call(cancelRun, { params: open.params });
  expect(await send(open, { action: "decline" })).toMatchObject(closed);
});

it("is hidden from keys that can't see the agent", { tags: ["long"] }, async () => {
  const asked = await launch();
  expect((await send(asked, { action: "decline" }, test.keys.admin)).status).toBe(403);
  await test.call(answerQuestion, {
    params: { ...asked.params, questionId: asked.questionId },
    body: { action: "decline" },
  });
  await test.stream(asked.params.id, asked.params.runId);
});
