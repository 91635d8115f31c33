import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { keyVariables } from "./authentication";
import { describeAgent } from "./describe-agent";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const key = "sk-1234567890";

/** Requires authentication with `api-key`, which reads OPENAI_API_KEY, as Codex does. */
const needsKey = `
  if (method === "initialize") {
    const authMethods = [
      { id: "chat-gpt", name: "ChatGPT", description: "Use ChatGPT to authenticate" },
      { id: "api-key", name: "API Key", description: "Use an API key", _meta: { "api-key": { provider: "openai" } } },
    ];
    send({ id, result: { protocolVersion: 1, agentInfo: { name: "codex", version: "2.6.0" }, authMethods, agentCapabilities: { promptCapabilities: { image: true } } } });
    continue;
  }
  if (method === "authenticate") {
    if (params.methodId === "api-key" && process.env.OPENAI_API_KEY === "${key}") { globalThis.in = params.methodId; send({ id, result: {} }); }
    else send({ id, error: { code: -32603, message: "Internal error", data: { details: "the key " + process.env.OPENAI_API_KEY + " is invalid" } } });
    continue;
  }
  if (method === "session/new" && !globalThis.in) { send({ id, error: { code: -32000, message: "Authentication required" } }); continue; }`;

const program = () =>
  harness.program(
    "needs-key",
    agentProgram("say(globalThis.in); send({ id, result: { stopReason: 'end_turn' } });", { onMessage: needsKey }),
  );

describe("an agent that requires authentication", () => {
  it("is authenticated with the method that matches an available key", async () => {
    const { outcome } = await harness.run({ command: await program(), agent: { env: { OPENAI_API_KEY: key } } });
    expect(outcome).toMatchObject({ status: "FINISHED", result: "api-key" });
    const launched = await harness.run({ command: await program(), variables: { OPENAI_API_KEY: key } });
    expect(launched.outcome).toMatchObject({ status: "FINISHED", result: "api-key" });
  });

  it("without a key ends with the name of the variable to set", async () => {
    const { outcome } = await harness.run({ command: await program(), model: { id: "codex", params: [] } });
    expect(outcome.error).toEqual({ code: "agent_needs_key", message: "agent codex needs a key: set OPENAI_API_KEY" });
  });

  it("and rejects the key ends with its reason, without the key", async () => {
    const wrong = { OPENAI_API_KEY: "sk-wrong-key" };
    const { outcome } = await harness.run({
      command: await program(),
      model: { id: "codex", params: [] },
      agent: { env: wrong },
    });
    expect(outcome.error).toEqual({
      code: "agent_needs_key",
      message: "agent codex rejected the key in OPENAI_API_KEY: the key [masked] is invalid",
    });
  });

  it("uses the configured method, and rejects one it doesn't have", async () => {
    const agent = { env: { OPENAI_API_KEY: key }, authMethod: "chat-gpt" };
    expect((await harness.run({ command: await program(), agent })).outcome.error?.code).toBe("agent_needs_key");
    const { outcome } = await harness.run({ command: await program(), agent: { ...agent, authMethod: "other" } });
    expect(outcome.error?.message).toBe('agent script has no authentication method "other"; it has chat-gpt, api-key');
  });

  it("during the prompt ends with what to do", async () => {
    const command = await harness.program(
      "late",
      agentProgram(
        "send({ id, error: { code: -32000, message: 'Authentication required', data: { message: 'token expired' } } });",
      ),
    );
    const { outcome } = await harness.run({ command, model: { id: "late", params: [] } });
    expect(outcome.error).toEqual({
      code: "agent_needs_key",
      message: "agent late needs a key: Authentication required: token expired",
    });
  });
});

describe("the variables of a method", () => {
  it.each([
    [{ id: "gemini-api-key", name: "Gemini API key", _meta: { "api-key": { provider: "google" } } }, "GEMINI_API_KEY"],
    [{ id: "openai-api-key", name: "Use OPENAI_API_KEY" }, "OPENAI_API_KEY"],
    [{ id: "key", name: "Key", vars: [{ name: "ACME_SECRET" }] }, "ACME_SECRET"],
    [{ id: "oauth-personal", name: "Log in with Google" }, undefined],
  ])("are found for %j", (method, name) => {
    expect(keyVariables(method)[0]).toBe(name);
  });
});

describe("describing an agent", () => {
  const context = {
    sandbox: "none" as const,
    egress: { inherited: [], blocked: [], required: [] },
    clock: systemClock,
    ids: systemIds,
    signal: new AbortController().signal,
  };

  it("returns models, modes, commands and options of a session", async () => {
    const state = `{
      modes: { currentModeId: "default", availableModes: [{ id: "default", name: "Default" }, { id: "edits", name: "Accept edits", description: "No questions" }, { id: "plan", name: "Plan Mode", description: "No changes" }] },
      models: { currentModelId: "a", availableModels: [{ modelId: "a", name: "Model A" }, { modelId: "b", name: "Model B" }] },
      configOptions: [{ id: "effort", name: "Effort", type: "select", currentValue: "low", options: [{ value: "low" }, { group: "more", name: "More", options: [{ value: "high", name: "High" }] }] }],
    }`;
    const onMessage = `${needsKey}
      if (method === "session/new") {
        send({ id, result: { sessionId: "s", ...${state} } });
        update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "review", description: "Review it", input: { hint: "what" } }, { name: "init", description: "", input: null }] });
        continue;
      }`;
    const command = await harness.program("described", agentProgram("", { onMessage }));
    expect(await describeAgent({ id: "codex", command, env: { OPENAI_API_KEY: key } }, context)).toEqual({
      program: { name: "codex", version: "2.6.0" },
      models: [
        { id: "a", name: "Model A" },
        { id: "b", name: "Model B" },
      ],
      currentModel: "a",
      planMode: true,
      options: [
        {
          id: "mode",
          name: "Mode",
          current: "default",
          values: [
            { id: "default", name: "Default" },
            { id: "edits", name: "Accept edits", description: "No questions" },
          ],
        },
        {
          id: "effort",
          name: "Effort",
          current: "low",
          values: [
            { id: "low", name: "low" },
            { id: "high", name: "High" },
          ],
        },
      ],
      commands: [
        { name: "review", description: "Review it", hint: "what" },
        { name: "init", description: "" },
      ],
      images: true,
      continues: false,
      mcp: { http: false, sse: false },
      authMethods: [
        { id: "chat-gpt", name: "ChatGPT", description: "Use ChatGPT to authenticate", variables: [] },
        {
          id: "api-key",
          name: "API Key",
          description: "Use an API key",
          variables: ["OPENAI_API_KEY", "CODEX_API_KEY"],
        },
      ],
    });
  });

  it("fails like a run: without a key, or when the program crashes", async () => {
    const command = await program();
    await expect(describeAgent({ id: "codex", command }, context)).rejects.toMatchObject({
      code: "agent_needs_key",
      message: "agent codex needs a key: set OPENAI_API_KEY",
    });
    const crashes = await harness.program("crashes", "console.error('needs ' + process.env.TOKEN); process.exit(4)");
    const env = { TOKEN: "secret-token" };
    await expect(describeAgent({ id: "crashes", command: crashes, env }, context)).rejects.toMatchObject({
      code: "agent_crashed",
      message: "the agent exited with code 4:\nneeds [masked]",
    });
  });
});
