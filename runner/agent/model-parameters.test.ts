import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listModels } from "@/lib/contract/agents/list-models";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness } from "../testing/run-harness";

let harness: RunHarness;
let test: TestService;

const options = [
  { value: "low", name: "Low" },
  { value: "high", name: "High" },
];
const effort = { id: "effort", name: "Effort", type: "select", currentValue: "low", options };
const echo =
  'say(JSON.stringify({ settings, prompt: params.prompt })); send({ id, result: { stopReason: "end_turn" } });';

beforeAll(async () => {
  harness = await createRunHarness();
  const program = agentProgram(echo, { state: JSON.stringify({ configOptions: [effort] }) });
  const command = await harness.program("configured", program);
  const parameters = [{ id: "effort", values: ["low", { value: "high", displayName: "High" }, "extreme"] }];
  const AGENTS = JSON.stringify({ thinker: { command, displayName: "Thinker", aliases: ["deep"], parameters } });
  test = await startTestService({ AGENTS, ALLOW_UNISOLATED: "1" });
});
afterAll(async () => {
  await test.close();
  await harness.dispose();
});

async function run(fields: object) {
  const body = { prompt: { text: "hello" }, model: { id: "deep" }, ...fields };
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  return test.call(getRun, { params: { id: agent.id, runId: run.id } });
}
const withEffort = (value: string) => run({ model: { id: "deep", params: [{ id: "effort", value }] } });

it("a configured agent's parameters are listed and set as options of its session", { tags: ["long"] }, async () => {
  const { items } = await test.call(listModels);
  expect(items[1]).toEqual({
    id: "thinker",
    displayName: "Thinker",
    aliases: ["deep"],
    parameters: [
      { id: "effort", values: [{ value: "low" }, { value: "high", displayName: "High" }, { value: "extreme" }] },
    ],
    variants: [{ params: [], displayName: "Thinker", isDefault: true }],
  });
  const { status, result } = await withEffort("high");
  expect(status).toBe("FINISHED");
  expect(JSON.parse(result ?? "").settings).toEqual(["effort=high"]);
});

it("an unsupported value ends the run, an undeclared value is rejected", async () => {
  expect(await withEffort("extreme")).toMatchObject({ status: "ERROR", error: { code: "invalid_model" } });
  const body = { prompt: { text: "x" }, model: { id: "thinker", params: [{ id: "effort", value: "none" }] } };
  expect(await test.send("POST", "/v1/agents", { body })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_model", field: "model.params.0" } },
  });
});

it("custom subagents are passed to a configured agent with the prompt; the script agent reports that it ignores them", {
  tags: ["long"],
}, async () => {
  const customSubagents = [{ name: "reviewer", description: "Reviews", prompt: "Review it", model: "inherit" }];
  const { prompt } = JSON.parse((await run({ customSubagents })).result ?? "");
  expect(prompt).toHaveLength(2);
  expect(prompt[0].text).toContain('"prompt": "Review it"');
  expect(prompt[1]).toEqual({ type: "text", text: "hello" });
  const { result } = await run({ model: { id: "script" }, customSubagents });
  expect(result).toContain("The script agent doesn't use subagents. Ignored: reviewer.");
  const unknown = [{ ...customSubagents[0], model: "nowhere" }];
  const body = { prompt: { text: "x" }, customSubagents: unknown };
  expect(await test.send("POST", "/v1/agents", { body })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_model", field: "customSubagents.0.model.id" } },
  });
});
