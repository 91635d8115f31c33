import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import type { BodyInputOf } from "@/lib/contract/operation";
import { startTestService, type TestService } from "../testing/test-service";

/** An agent that echoes its prompt. */
const echo = `
import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === "session/new") send({ id, result: { sessionId: "s" } });
  if (method === "session/prompt") {
    const text = "received: " + params.prompt.map((block) => block.text).join("\\n");
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    send({ method: "session/update", params: { sessionId: "s", update } });
    send({ id, result: { stopReason: "end_turn" } });
  }
}`;

let test: TestService;
beforeAll(async () => {
  const configured = { echo: [process.execPath, "--input-type=module", "-e", echo] };
  test = await startTestService({ AGENTS: JSON.stringify(configured), ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

async function launch(body: BodyInputOf<typeof createAgent>) {
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  const { result } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
  return { id: agent.id, result };
}

/** Sends a follow-up and returns its reply. */
async function followUp(id: string, body: BodyInputOf<typeof createRun>) {
  const { run } = await test.call(createRun, { params: { id }, body });
  await test.stream(id, run.id);
  return (await test.call(getRun, { params: { id, runId: run.id } })).result;
}

const server = (name: string) => ({ name, command: "true" });
const writes = { text: "```file note.md\nwritten\n```" };

describe("a follow-up", () => {
  it("A-RUN-03: continues the conversation", async () => {
    const { id, result } = await launch({ prompt: { text: "the word is 7f3a" }, model: { id: "echo" } });
    expect(result).toBe("received: the word is 7f3a");
    const second = await followUp(id, { prompt: { text: "which word?" } });
    expect(second).toContain("[prompt]\nthe word is 7f3a\n[reply]\nreceived: the word is 7f3a");
    expect(second).toMatch(/which word\?$/);
    expect(await followUp(id, { prompt: { text: "and again" } })).toContain("[prompt]\nwhich word?\n[reply]\n");
  });

  it("A-RUN-04: has the files of earlier runs", async () => {
    const { id } = await launch({ prompt: { text: "```sh\necho 7f3a > kept.txt\n```" } });
    const { run } = await test.call(createRun, {
      params: { id },
      body: { prompt: { text: "```sh\ncat kept.txt\n```" } },
    });
    expect(JSON.stringify(await test.stream(id, run.id))).toContain("7f3a\\n");
  });

  it("A-RUN-14, A-RUN-15: uses its own tool servers, or else the agent's", async () => {
    const { id, result } = await launch({ prompt: { text: "hello" }, mcpServers: [server("docs"), server("crm")] });
    expect(result).toContain("Ignored: docs, crm.");
    expect(await followUp(id, { prompt: { text: "hello" }, mcpServers: [server("tickets")] })).toContain(
      "Ignored: tickets.",
    );
    expect(await followUp(id, { prompt: { text: "hello" } })).toContain("Ignored: docs, crm.");
    expect(await followUp(id, { prompt: { text: "hello" }, mcpServers: [] })).not.toContain("Ignored");
    expect(await followUp(id, { prompt: { text: "hello" } })).toContain("Ignored: docs, crm.");
  });

  it("A-RUN-16, A-RUN-17: sets the mode for itself and later runs", async () => {
    const planned = "Plan:\n";
    const { id, result } = await launch({ prompt: writes });
    expect(result).not.toContain(planned);
    expect(await followUp(id, { prompt: writes, mode: "plan" })).toContain(planned);
    expect(await followUp(id, { prompt: writes })).toContain(planned);
    expect(await followUp(id, { prompt: writes, mode: "agent" })).not.toContain(planned);
    expect(await followUp(id, { prompt: writes })).not.toContain(planned);
  });

  it("A-RUN-17: keeps the agent's initial mode", async () => {
    const { id, result } = await launch({ prompt: writes, mode: "plan" });
    expect(result).toContain("Plan:\n");
    expect(await followUp(id, { prompt: writes })).toContain("Plan:\n");
  });

  it("ignores unknown fields in the body", async () => {
    const { id } = await launch({ prompt: { text: "hello" } });
    const body = { prompt: { text: "hello" }, metadata: { a: 1 }, runEnvVars: {} };
    const headers = { "idempotency-key": "one", "x-svc-client-version": "9" };
    expect((await test.send("POST", `/v1/agents/${id}/runs`, { body, headers })).status).toBe(201);
  });
});
