import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { agentProgram } from "@/service/runner/testing/agent-program";
import type { App } from "./app";
import { callService } from "./call-service";

const permission = {
  id: "p1",
  method: "session/request_permission",
  params: {
    sessionId: "s",
    toolCall: { toolCallId: "t", title: "Deploy where?", kind: "other" },
    options: [
      { optionId: "staging", name: "Staging", kind: "allow_once" },
      { optionId: "production", name: "Production", kind: "allow_once" },
    ],
  },
};
const program = agentProgram(`globalThis.promptId = id; send(${JSON.stringify(permission)});`, {
  onResponse:
    'say("Deployed to " + result.outcome.optionId + "."); send({ id: promptId, result: { stopReason: "end_turn" } });',
});

/** Launches an agent that asks where to deploy and finishes after the response. Returns once it has asked. */
export async function createAskingAgent(app: App, name: string): Promise<{ id: string; runId: string }> {
  const file = join(app.dataDir, "asking-agent.mjs");
  await writeFile(file, program);
  const registration = { name: "asking", command: [process.execPath, file] };
  await callService(app, "POST", "/admin/v1/agent-programs", registration, app.keys.admin);
  const launch = { name, prompt: { text: "Deploy." }, model: { id: "asking" } };
  let launched = { id: "", runId: "" };
  // The service first tries the program out.
  await expect(async () => {
    const { agent, run } = await callService(app, "POST", "/v1/agents", launch);
    launched = { id: agent.id, runId: run.id };
  }).toPass();
  const path = `/v1/agents/${launched.id}/runs/${launched.runId}`;
  await expect.poll(async () => (await callService(app, "GET", path)).question).toBeTruthy();
  return launched;
}
