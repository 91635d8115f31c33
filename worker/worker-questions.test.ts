import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerQuestion } from "@/lib/contract/agents/answer-question";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { agentProgram } from "@/runner/testing/agent-program";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

const source = agentProgram(
  `globalThis.prompted = id; send({ id: "q", method: "elicitation/create", params: { sessionId: "s", mode: "form", message: "Which one?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } } });`,
  { onResponse: `say(JSON.stringify(result)); send({ id: globalThis.prompted, result: { stopReason: "end_turn" } });` },
);

let test: TestService;
let folder: Awaited<ReturnType<typeof workerFolder>>;
let worker: TestWorker;
beforeAll(async () => {
  folder = await workerFolder();
  const file = join(folder.dir, "asks.mjs");
  await writeFile(file, source);
  const AGENTS = JSON.stringify({ asks: [process.execPath, file] });
  test = await startTestService({ AGENTS, ALLOW_UNISOLATED: "1", DEMO: "1" });
  await test.call(registerPool, { key: test.keys.serviceAccount, body: { scope: "team", poolName: "asking" } });
  worker = await startTestWorker(["--pool", "asking"], {
    cwd: folder.dir,
    env: { AGENTS, ALLOW_UNISOLATED: "1", SVC_API_ENDPOINT: test.url, SVC_API_KEY: test.keys.serviceAccount },
  });
});
afterAll(async () => {
  await worker?.end("SIGKILL");
  await test?.close();
  await folder.remove();
});

it("passes the user's answer to an agent on a worker", { tags: ["long"] }, async () => {
  const { agent, run } = await test.call(createAgent, {
    body: {
      prompt: { text: "go" },
      model: { id: "asks" },
      env: { type: "pool", name: "asking" },
      repos: [{ url: `${test.url}/demo/orders` }],
    },
  });
  const params = { id: agent.id, runId: run.id };
  await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes('"state":"question"') });
  const { question } = await test.call(getRun, { params });
  const body = { action: "accept", values: { name: "blue" } } as const;
  await test.call(answerQuestion, { params: { ...params, questionId: question?.id ?? "" }, body });
  await test.stream(agent.id, run.id);
  const done = await test.call(getRun, { params });
  expect(done).toMatchObject({ status: "FINISHED", result: '{"action":"accept","content":{"name":"blue"}}' });
});
