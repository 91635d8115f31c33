import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { git } from "@/git/testing/git-fixture";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { getUsage } from "@/lib/contract/agents/get-usage";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import type { BodyInputOf } from "@/lib/contract/operation";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript } from "@/lib/model/transcript/state";
import { type Frame, startTestService, type TestService } from "@/service/testing/test-service";
import { installedCommands } from "./programs/install-program";
import { type AgentDriver, type AgentEndpoint, agentDrivers } from "./testing/agent-drivers";
import { loggedMessages, logMessages } from "./testing/message-log";
import type { ModelResponse } from "./testing/model-endpoint";
import { expectAgreement, parseMessage } from "./testing/transcript-agreement";

/** Agents to install from npm and drive, by preset: `npm run test:agents` sets it. */
const selected = (process.env.REAL_AGENTS ?? "").split(",").filter(Boolean);

/** Folder that keeps the installed programs between executions, and the messages of the last one. */
const { REAL_AGENTS_DIR: kept } = process.env;

async function copyFolder(from: string, to: string): Promise<void> {
  if (existsSync(from) && !existsSync(to)) await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

/** The model's responses to each prompt. */
const prompts: Readonly<Record<string, (driver: AgentDriver, request: unknown) => readonly ModelResponse[]>> = {
  "Create the greeting": (driver, request) => [driver.write("hello.txt", "hello\n", request), { say: "Created it." }],
  "Fail a command": (driver) => [driver.shell("echo oops; exit 3"), { say: "It failed." }],
  "Describe the plan": (driver) => [driver.plan("1. Write planned.txt"), { say: "1. Write planned.txt" }],
  "The plan is approved": (driver, request) => [driver.write("planned.txt", "done\n", request), { say: "Done." }],
  "Wait for long": (driver) => [driver.shell("echo started; sleep 86399")],
  "Look at the picture": () => [{ say: "A dot." }],
  "Shout it": (driver) => [driver.mcp({ text: "quiet" }), { say: "Shouted." }],
};

/** A tool server that converts text to upper case. */
const toolServer = `
const { createInterface } = require("node:readline");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "words", version: "1" } }),
    "tools/list": () => ({ tools: [{ name: "shout", description: "Shouts", inputSchema: { type: "object", properties: { text: { type: "string" } } } }] }),
    "tools/call": () => ({ content: [{ type: "text", text: params.arguments.text.toUpperCase() }] }),
  };
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: results[method]?.() ?? {} }) + "\\n");
});`;

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const ShellResult = z.looseObject({
  type: z.literal("tool-call-completed"),
  toolCall: z.looseObject({
    type: z.literal("shell"),
    result: z.looseObject({ value: z.looseObject({ exitCode: z.number(), stdout: z.string() }) }),
  }),
});

// All are listed as skipped if none is selected.
describe.runIf(selected.length > 0).each(selected.length > 0 ? selected : Object.keys(agentDrivers))("%s", (preset) => {
  const driver = agentDrivers[preset];
  let endpoint: AgentEndpoint;
  let test: TestService;
  let agentId = "";

  beforeAll(async () => {
    if (!driver) throw new Error(`no driver for ${preset}`);
    endpoint = await driver.start((prompt, request) => {
      const words = Object.keys(prompts).findLast((each) => prompt.includes(each));
      return words === undefined ? undefined : prompts[words]?.(driver, request);
    });
    test = await startTestService({ SANDBOX: "auto", ALLOW_UNISOLATED: "1", DEMO: "1" });
  }, 120_000);
  afterAll(async () => {
    if (kept) {
      const home = join(test.dataDir, "workspaces", agentId, "home");
      await cp(join(home, "agent-messages"), join(kept, "messages", preset), { recursive: true }).catch(
        () => undefined,
      );
      await writeFile(join(kept, "messages", `${preset}.json`), endpoint.received());
    }
    await test?.close();
    await endpoint?.close();
  });

  async function ended(runId: string): Promise<{ frames: Frame[]; run: Awaited<ReturnType<typeof run>> }> {
    const frames = await test.stream(agentId, runId);
    const ended = await run(runId);
    if (ended.status === "FINISHED") expectAgreement(await turnMessages(), reduceAll(emptyTranscript, frames));
    return { frames, run: ended };
  }
  const run = (runId: string) => test.call(getRun, { params: { id: agentId, runId } });
  const send = async (body: BodyInputOf<typeof createRun>) =>
    (await test.call(createRun, { params: { id: agentId }, body })).run.id;
  const prompt = async (text: string, rest: Partial<BodyInputOf<typeof createRun>> = {}) =>
    ended(await send({ prompt: { text }, mode: "agent", ...rest }));
  /** The messages of the last run's turn. */
  async function turnMessages() {
    const logs = await loggedMessages(join(test.dataDir, "workspaces", agentId, "home"));
    const last = logs.at(-1) ?? [];
    const begin = last.findIndex(({ received, line }) => !received && line.includes('"session/prompt"'));
    return last.slice(begin).flatMap(({ received, line }) => (received ? [parseMessage(line)] : []));
  }
  async function pushed(branch: string | undefined, file: string) {
    const repo = await test.call(getRepo, { params: { ownerSlug: "demo", repoName: "orders" } });
    return git(test.service.repositories.path(repo.id), "show", `${branch}:${file}`);
  }

  it("is installed from npm and passes its test", { timeout: 600_000 }, async () => {
    const key = test.keys.admin;
    if (kept) await copyFolder(join(kept, preset), join(test.dataDir, "agents", preset));
    await test.call(addAgentProgram, { key, body: { preset, env: endpoint.env } });
    const state = async () => (await test.call(listAgentPrograms, { key })).items[0];
    await vi.waitUntil(async () => !/ing$/.test((await state())?.status ?? ""), { timeout: 580_000, interval: 500 });
    expect(await state()).toMatchObject({ status: "ready", detail: "" });
    if (kept) await copyFolder(join(test.dataDir, "agents", preset), join(kept, preset));
    const program = installedCommands(test.dataDir)
      .get(preset)
      // Before it, there can be its own Node.
      ?.findLast((part) => part.startsWith(test.dataDir));
    await logMessages(program ?? "");
  });

  it("creates a file, pushes it, and reports tokens", { timeout: 300_000 }, async () => {
    const created = await test.call(createAgent, {
      body: {
        prompt: { text: "Create the greeting" },
        model: { id: preset },
        repos: [{ url: `${test.url}/demo/orders` }],
        mcpServers: [{ name: "words", type: "stdio", command: process.execPath, args: ["-e", toolServer] }],
      },
    });
    agentId = created.agent.id;
    const { run: done } = await ended(created.run.id);
    expect(done).toMatchObject({ status: "FINISHED", result: "Created it." });
    expect(await pushed(done.git?.branches[0]?.branch, "hello.txt")).toBe("hello");
    const usage = await test.call(getUsage, { params: { id: agentId } });
    expect(usage.totalUsage.inputTokens).toBeGreaterThan(0);
    expect(usage.totalUsage.outputTokens).toBeGreaterThan(0);
  });

  it("shows the exit code of a failing command", { timeout: 300_000 }, async () => {
    const { frames, run: done } = await prompt("Fail a command");
    expect(done.status).toBe("FINISHED");
    const results = frames.flatMap(({ data }) => {
      const parsed = ShellResult.safeParse(data);
      return parsed.success ? [parsed.data.toolCall.result.value] : [];
    });
    expect(results).toEqual([expect.objectContaining({ exitCode: 3, stdout: expect.stringContaining("oops") })]);
  });

  it("continued its session in the follow-up", () => {
    const [, ...later] = endpoint.received().split("Fail a command");
    expect(later.length).toBeGreaterThan(0);
    expect(endpoint.received().split("Fail a command")[0]).toContain("Created it.");
  });

  it("changes nothing in plan mode, and executes the approved plan", { timeout: 600_000 }, async () => {
    const planned = await prompt("Describe the plan", { mode: "plan" });
    expect(planned.run.status).toBe("FINISHED");
    expect(JSON.stringify(planned.frames)).toContain("Write planned.txt");
    const { run: done } = await prompt("The plan is approved. Run it.");
    expect(done.status).toBe("FINISHED");
    expect(await pushed(done.git?.branches[0]?.branch, "planned.txt")).toBe("done");
  });

  it("stops on cancel", { timeout: 300_000 }, async () => {
    const runId = await send({ prompt: { text: "Wait for long" }, mode: "agent" });
    await test.stream(agentId, runId, { until: ({ data }) => JSON.stringify(data).includes("sleep 86399") });
    await test.call(cancelRun, { params: { id: agentId, runId } });
    expect((await ended(runId)).run.status).toBe("CANCELLED");
  });

  it("sends images to the model", { timeout: 300_000 }, async () => {
    const images = [{ data: pixel, mimeType: "image/png" as const }];
    const { run: done } = await prompt("", { prompt: { text: "Look at the picture", images } });
    expect(done).toMatchObject({ status: "FINISHED", result: "A dot." });
    expect(endpoint.received()).toContain(pixel.slice(0, 40));
  });

  it("calls tools of the run's MCP servers", { timeout: 300_000 }, async () => {
    const { frames, run: done } = await prompt("Shout it");
    expect(done, JSON.stringify(frames.at(-1))).toMatchObject({ status: "FINISHED", result: "Shouted." });
    expect(JSON.stringify(frames)).toContain("QUIET");
  });
});
