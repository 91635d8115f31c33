import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { BodyInputOf } from "@/lib/contract/operation";
import { agentProgram } from "@/runner/testing/agent-program";
import { startTestService, type TestService } from "../testing/test-service";

/** Replies with the prompt it received, and the names of its tool servers. */
const echo = agentProgram(
  `say(JSON.stringify({ prompt: params.prompt.map((block) => block.text).join("\\n"), servers: session.mcpServers.map(({ name }) => name) }));
   send({ id, result: { stopReason: "end_turn" } });`,
  { capabilities: "{ mcpCapabilities: { http: true } }" },
);

let test: TestService;
beforeAll(async () => {
  const configured = { echo: [process.execPath, "--input-type=module", "-e", echo] };
  test = await startTestService({ DEMO: "1", AGENTS: JSON.stringify(configured), ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

async function replyOf(body: BodyInputOf<typeof createAgent>): Promise<string> {
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  const { status, result = "" } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
  expect(status).toBe("FINISHED");
  return result;
}
const shell = (script: string) => ({ text: `\`\`\`sh\n${script}\n\`\`\`` });
const numbered = <T>(count: number, create: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => create(index));

describe("the largest accepted values reach the run:", () => {
  it("A-VARS-01, A-VARS-03, A-VARS-07: 50 variables, a name of 255 bytes and a value of 4,096", {
    tags: ["long"],
  }, async () => {
    const long = "N".repeat(255);
    const others = Object.fromEntries(numbered(49, (index) => [`VARIABLE_${index}`, `value-${index}`]));
    const script = `env | grep -c '^VARIABLE_[0-9]*=value-[0-9]*$'; printenv ${long} | wc -c`;
    const { agent, run } = await test.call(createAgent, {
      body: { prompt: shell(script), envVars: { ...others, [long]: "v".repeat(4_096) } },
    });
    const frames = JSON.stringify(await test.stream(agent.id, run.id));
    expect(frames).toContain('"49\\n4097\\n"');
  });

  it("A-SUB-02, A-SUB-08, A-SUB-09: 20 subagents, with models by id and as a selection", {
    tags: ["long"],
  }, async () => {
    const models = ["script", { id: "script", params: [] }, "inherit"];
    const customSubagents = numbered(20, (index) => ({
      name: `helper-${index}`,
      description: `d${index}`,
      prompt: `p${index}`,
      ...(index < models.length ? { model: models[index] } : {}),
    }));
    const { prompt } = JSON.parse(
      await replyOf({ prompt: { text: "Delegate" }, model: { id: "echo" }, customSubagents }),
    );
    const listed = prompt.slice(prompt.indexOf("["), prompt.lastIndexOf("]") + 1);
    expect(JSON.parse(listed)).toEqual(customSubagents);
  });

  it("A-MCP-02: 50 tool servers", { tags: ["long"] }, async () => {
    const mcpServers = numbered(50, (index) => ({ name: `server-${index}`, command: "true" }));
    const { servers } = JSON.parse(await replyOf({ prompt: { text: "List" }, model: { id: "echo" }, mcpServers }));
    expect(servers).toEqual(mcpServers.map(({ name }) => name));
  });

  it("A-CREATE-53: 20 repositories", { tags: ["long"] }, async () => {
    const names = numbered(20, (index) => `part-${index}`);
    for (const name of names) await test.call(createRepo, { params: { ownerSlug: "demo" }, body: { name } });
    const repos = names.map((name) => ({ url: `${test.service.settings.gitUrl}/demo/${name}` }));
    const { agent, run } = await test.call(createAgent, { body: { prompt: shell("ls -d part-* | wc -l"), repos } });
    expect(JSON.stringify(await test.stream(agent.id, run.id))).toContain('"20\\n"');
  });
});
