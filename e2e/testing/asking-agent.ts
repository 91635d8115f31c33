import { expect } from "@playwright/test";
import { agentProgram } from "@/runner/testing/agent-program";
import type { App } from "./app";
import { callService } from "./call-service";
import { launchProgram } from "./launch-program";

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
const source = agentProgram(`globalThis.promptId = id; send(${JSON.stringify(permission)});`, {
  onResponse:
    'say("Deployed to " + result.outcome.optionId + "."); send({ id: promptId, result: { stopReason: "end_turn" } });',
});

/** Launches an agent that asks where to deploy and finishes after the response. Returns once it has asked. */
export async function createAskingAgent(app: App, name: string): Promise<{ id: string; runId: string }> {
  const launched = await launchProgram(app, { name: "asking", source }, { name, prompt: "Deploy." });
  const path = `/v1/agents/${launched.id}/runs/${launched.runId}`;
  await expect.poll(async () => (await callService(app, "GET", path)).question).toBeTruthy();
  return launched;
}
