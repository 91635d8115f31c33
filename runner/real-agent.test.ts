import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { git } from "@/git/testing/git-fixture";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { getUsage } from "@/lib/contract/agents/get-usage";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { type Frame, startTestService, type TestService } from "@/service/testing/test-service";
import { type ModelEndpoint, type ModelResponse, responseUsage, startModelEndpoint } from "./testing/model-endpoint";

const installed = resolve("node_modules/.bin/opencode");
/** Command line of OpenCode, a real agent. */
const command = process.env.REAL_ACP_AGENT ?? (existsSync(installed) ? `${installed} acp` : undefined);

const call = (tool: string, args: Record<string, unknown>): ModelResponse => ({ calls: [{ tool, args }] });
const bash = (line: string) => call("bash", { command: line, description: "Run it" });

/** The model's responses to each prompt in this file. */
const scripts: Record<string, readonly ModelResponse[]> = {
  "Add the notes": [
    {
      calls: [
        { tool: "read", args: { filePath: "README.md" } },
        { tool: "read", args: { filePath: "/etc/passwd" } },
      ],
    },
    call("todowrite", { todos: [{ content: "Write notes", status: "in_progress", priority: "high", id: "1" }] }),
    call("write", { filePath: "notes.txt", content: "one\ntwo\n" }),
    call("edit", { filePath: "notes.txt", oldString: "two", newString: "2" }),
    bash("echo out; echo oops >&2; exit 3"),
    { think: "Everything is written.", say: "Added the notes." },
  ],
  "Add another": [bash("echo three >> notes.txt"), { say: "Added another." }],
  "Take your time": [bash("echo started; sleep 86399")],
  "Think for long": [{ silent: true }],
  "Ask without a key": [{ reject: "invalid key" }],
  "Only plan": [
    call("write", { filePath: "planned.txt", content: "x\n" }),
    bash("touch planned.txt"),
    { say: "1. Write planned.txt" },
  ],
  "Now do it": [call("write", { filePath: "planned.txt", content: "done\n" }), { say: "Done." }],
};

function script(prompt: string): readonly ModelResponse[] {
  return Object.entries(scripts).find(([words]) => prompt.includes(words))?.[1] ?? [];
}

/** Restricts the agent to the fake model and prevents downloads, updates and sharing. */
function agentVariables(endpoint: string): Record<string, string> {
  const models = { model: { name: "Fake", tool_call: true, limit: { context: 100_000, output: 4_000 } } };
  const options = { baseURL: endpoint, apiKey: "none" };
  const config = {
    autoupdate: false,
    share: "disabled",
    enabled_providers: ["local"],
    model: "local/model",
    small_model: "local/model",
    provider: { local: { npm: "@ai-sdk/openai-compatible", name: "Local", options, models } },
    permission: { bash: "ask", edit: "ask" },
    // Without this, a denied call ends the turn silently.
    experimental: { continue_loop_on_deny: true },
  };
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_fetch_retries: "0",
  };
}

const Simplified = z.object({ name: z.string(), status: z.string() });
const Mirror = z.object({
  type: z.string(),
  toolCall: z.object({ type: z.string(), args: z.unknown(), result: z.unknown().optional() }),
});

function simplified(frames: readonly Frame[]) {
  const parsed = frames.filter(({ event }) => event === "tool_call").map(({ data }) => Simplified.parse(data));
  return parsed.filter(({ status }) => status === "completed").map(({ name }) => name);
}

function toolCalls(frames: readonly Frame[], type: string) {
  return frames.flatMap(({ data }) => {
    const mirror = Mirror.safeParse(data);
    return mirror.success && mirror.data.type === type ? [mirror.data.toolCall] : [];
  });
}

describe.skipIf(command === undefined)("a real agent (OpenCode, found by REAL_ACP_AGENT or installed)", () => {
  let model: ModelEndpoint;
  let test: TestService;
  let agentId = "";

  beforeAll(async () => {
    model = await startModelEndpoint(script);
    test = await startTestService({
      SANDBOX: "auto",
      AGENTS: JSON.stringify({ opencode: command }),
      ALLOW_UNISOLATED: "1",
      DEMO: "1",
    });
  });
  afterAll(async () => {
    await test.close();
    await model.close();
  });

  async function followUp(text: string, mode: "agent" | "plan" = "agent") {
    const { run } = await test.call(createRun, { params: { id: agentId }, body: { prompt: { text }, mode } });
    return run;
  }
  async function ended(runId: string) {
    const frames = await test.stream(agentId, runId);
    return { frames, run: await test.call(getRun, { params: { id: agentId, runId } }) };
  }
  /** Cancels a run and returns it. Fails if it doesn't end quickly. */
  async function cancelAndWait(runId: string) {
    const canceledAt = performance.now();
    await test.call(cancelRun, { params: { id: agentId, runId } });
    const { run } = await ended(runId);
    expect(performance.now() - canceledAt).toBeLessThan(30_000);
    return run;
  }
  async function hosted(...args: string[]) {
    const repo = await test.call(getRepo, { params: { ownerSlug: "demo", repoName: "orders" } });
    return git(test.service.repositories.path(repo.id), ...args);
  }
  const pushed = (branch: string | undefined, file: string) => hosted("show", `${branch}:${file}`);

  it("completes a task, pushes, and shows each call with its type", async () => {
    const created = await test.call(createAgent, {
      body: {
        prompt: { text: "Add the notes" },
        model: { id: "opencode" },
        repos: [{ url: `${test.url}/demo/orders` }],
        envVars: agentVariables(model.url),
      },
    });
    agentId = created.agent.id;
    const { frames, run } = await ended(created.run.id);
    expect(run).toMatchObject({ status: "FINISHED", result: "Added the notes." });
    expect(await pushed(run.git?.branches[0]?.branch, "notes.txt")).toBe("one\n2");
    expect(await hosted("diff", "--name-only", `main...${run.git?.branches[0]?.branch}`)).toBe("notes.txt");
    expect(frames.find(({ event }) => event === "thinking")?.data).toEqual({ text: "Everything is written." });
    expect(simplified(frames).sort()).toEqual(
      ["read_file", "read_file", "todo_write", "edit_file", "edit_file", "run_terminal_cmd"].sort(),
    );
    const line = "echo out; echo oops >&2; exit 3";
    expect(toolCalls(frames, "tool-call-started")).toContainEqual({ type: "shell", args: { command: line } });
    const success = (value: unknown) => ({ status: "success", value: expect.objectContaining(value) });
    expect(toolCalls(frames, "tool-call-completed")).toEqual(
      expect.arrayContaining([
        { type: "read", args: { path: "README.md" }, result: success({ content: expect.stringContaining("# ") }) },
        { type: "read", args: { path: "/etc/passwd" }, result: expect.objectContaining({ status: "error" }) },
        expect.objectContaining({ type: "updateTodos", result: success({ totalCount: 1 }) }),
        {
          type: "write",
          args: { path: "notes.txt", fileText: "one\ntwo\n" },
          result: success({ path: "notes.txt", linesCreated: 2, fileSize: 8 }),
        },
        {
          type: "edit",
          args: { path: "notes.txt" },
          result: success({ linesAdded: 1, linesRemoved: 1, diffString: expect.stringContaining("-two\n+2") }),
        },
        { type: "shell", args: { command: line }, result: success({ exitCode: 3, stdout: "out\noops\n" }) },
      ]),
    );
    const usage = await test.call(getUsage, { params: { id: agentId } });
    expect(usage.runs[0]?.usage).toMatchObject({
      inputTokens: responseUsage.prompt_tokens,
      outputTokens: responseUsage.completion_tokens,
    });
  });

  it("continues its session in a follow-up", async () => {
    const { run } = await ended((await followUp("Add another")).id);
    expect(run).toMatchObject({ status: "FINISHED", result: "Added another." });
    expect(await pushed(run.git?.branches[0]?.branch, "notes.txt")).toBe("one\n2\nthree");
    const texts = model.requests.at(-1)?.messages.map(({ role, content }) => `${role}: ${content ?? ""}`);
    expect(texts).toEqual(
      expect.arrayContaining(["assistant: Added the notes.", expect.stringMatching(/^user: Add another$/)]),
    );
  });

  it("stops on cancel during a command", async () => {
    const { id: runId } = await followUp("Take your time");
    await test.stream(agentId, runId, { until: ({ data }) => JSON.stringify(data).includes("shell-output-delta") });
    expect(await cancelAndWait(runId)).toMatchObject({ status: "CANCELLED" });
  });

  it("stops on cancel while the model is thinking", async () => {
    const before = model.requests.length;
    const { id: runId } = await followUp("Think for long");
    await vi.waitUntil(() => model.requests.length > before, { timeout: 60_000 });
    expect(await cancelAndWait(runId)).toMatchObject({ status: "CANCELLED" });
  });

  it("ends with the model's error", async () => {
    const { run } = await ended((await followUp("Ask without a key")).id);
    expect(run).toMatchObject({ status: "ERROR", error: { code: "agent_error" } });
    expect(run.error?.message).toContain("invalid key");
  });

  it("changes nothing in plan mode, but can in the next run", async () => {
    const planned = await ended((await followUp("Only plan", "plan")).id);
    expect(planned.run).toMatchObject({ status: "FINISHED", result: "1. Write planned.txt" });
    expect(toolCalls(planned.frames, "tool-call-completed")).toEqual([
      expect.objectContaining({ result: expect.objectContaining({ status: "error" }) }),
      expect.objectContaining({ type: "shell", result: expect.objectContaining({ status: "error" }) }),
    ]);
    const { run } = await ended((await followUp("Now do it")).id);
    expect(run.status).toBe("FINISHED");
    expect(await pushed(run.git?.branches[0]?.branch, "planned.txt")).toBe("done");
  });
});
