import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presets } from "./programs/presets";
import { agentProgram } from "./testing/agent-program";
import { block, prompt } from "./testing/prompt-text";
import { createRunHarness, type RunHarness } from "./testing/run-harness";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

/** Returns the commands of processes with a run's marker. */
async function processesOf(runId: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      if (!environment.includes(`SVC_REQUEST_ID=${runId}\0`)) return "";
      return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
    }),
  );
  return commands.filter((command) => command !== "");
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

describe("a run whose agent", () => {
  it("ends its turn after a denied call gets a note", { tags: ["long"] }, async () => {
    const option = "{ optionId: 'no', name: 'No', kind: 'reject_once' }";
    const toolCall = "{ toolCallId: 't', title: 'Read', kind: 'read', locations: [{ path: '/etc/passwd' }] }";
    const ask = `send({ id: 7, method: "session/request_permission", params: { sessionId: "s", toolCall: ${toolCall}, options: [${option}] } }); globalThis.prompt = id;`;
    const end = 'if (id === 7 && !method) send({ id: globalThis.prompt, result: { stopReason: "end_turn" } });';
    const command = await harness.program("denied", agentProgram(`${ask} } { ${end}`));
    const { outcome } = await harness.run({ command });
    expect(outcome).toMatchObject({
      status: "FINISHED",
      result: "[A tool call was denied and the agent ended its turn.]",
    });
  });

  it("crashes ends with ERROR and the end of its standard error", async () => {
    const command = await harness.program(
      "crash",
      agentProgram("console.error('out of\\u0007 ideas'); process.exit(3);"),
    );
    const { outcome } = await harness.run({ command });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "agent_crashed" } });
    expect(outcome.error?.message).toBe("the agent exited with code 3:\nout of  ideas");
  });

  it("doesn't exist ends with ERROR", async () => {
    const { outcome } = await harness.run({ command: ["/nonexistent/agent"] });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "agent_not_found" } });
    expect(outcome.error?.message).toContain("/nonexistent/agent");
  });

  it("prints its usage instead of messages ends with ERROR and that text", { tags: ["long"] }, async () => {
    const command = await harness.program("usage", "console.log('Usage: agent --acp'); process.exit(2);");
    expect((await harness.run({ command })).outcome.error).toEqual({
      code: "agent_protocol",
      message: "the agent exited with code 2:\nUsage: agent --acp",
    });
  });

  it("speaks a later version of the protocol ends with ERROR and both versions", async () => {
    const source = agentProgram("").replace("protocolVersion: 1", "protocolVersion: 99");
    const { outcome } = await harness.run({ command: await harness.program("future", source) });
    expect(outcome.error).toEqual({
      code: "agent_protocol",
      message: "the agent uses protocol version 99 instead of 1",
    });
  });

  it("exits with a code that its preset explains ends with that explanation", { tags: ["long"] }, async () => {
    const command = await harness.program("login", "process.exit(41);");
    const { exitCodes } = presets.gemini;
    expect((await harness.run({ command, agent: { env: {}, exitCodes } })).outcome.error).toEqual({
      code: "agent_needs_key",
      message: "the agent exited with code 41 (its key or login is invalid)",
    });
    const limit = await harness.program("limit", "process.exit(53);");
    expect((await harness.run({ command: limit, agent: { env: {}, exitCodes } })).outcome.error).toEqual({
      code: "agent_crashed",
      message: "the agent exited with code 53 (it reached its turn limit)",
    });
  });

  it("leaves a process that keeps its output open still ends", { tags: ["long"] }, async () => {
    const source =
      "import { spawn } from 'node:child_process'; spawn('sleep', ['1000'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true }); process.exit(1);";
    const { outcome } = await harness.run({ command: await harness.program("holder", source), runId: "run-holder" });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "agent_crashed" } });
    expect(await processesOf("run-holder")).toEqual([]);
  });

  it("returns an invalid response ends with ERROR", async () => {
    const command = await harness.program("nonsense", agentProgram("send({ id, result: { stopReason: 7 } });"));
    const { outcome } = await harness.run({ command });
    expect(outcome.error).toEqual({
      code: "agent_protocol",
      message: "the agent violated the protocol: invalid stopReason in its response",
    });
  });

  it("sends an endless message ends with ERROR", { tags: ["long"] }, async () => {
    const flood = "const piece = 'x'.repeat(1 << 20); for (let i = 0; i < 40; i += 1) process.stdout.write(piece);";
    const { outcome } = await harness.run({ command: await harness.program("flood", agentProgram(flood)) });
    expect(outcome.error?.code).toBe("agent_protocol");
    expect(outcome.error?.message).toContain("message larger than");
  });

  it("prints lines that aren't messages still finishes", { tags: ["long"] }, async () => {
    const noise =
      "console.log('debug: thinking'); console.log('[1,2]'); update({ sessionUpdate: 'from_the_future', x: 1 }); update({ sessionUpdate: 'tool_call', toolCallId: 7 }); send({ id, result: { stopReason: 'end_turn' } });";
    const { outcome } = await harness.run({ command: await harness.program("noisy", agentProgram(noise)) });
    expect(outcome.status).toBe("FINISHED");
  });

  it("returns an error ends with ERROR and the agent's message", async () => {
    const command = await harness.program(
      "failing",
      agentProgram(
        "send({ id, error: { code: -32603, message: 'Internal error', data: { details: 'out of credit' } } });",
      ),
    );
    const { outcome } = await harness.run({ command });
    expect(outcome.error?.code).toBe("agent_error");
    expect(outcome.error?.message).toContain("out of credit");
  });

  it("rejects the prompt ends with ERROR", async () => {
    const command = await harness.program("refusal", agentProgram("send({ id, result: { stopReason: 'refusal' } });"));
    expect((await harness.run({ command })).outcome.error?.code).toBe("refused");
  });

  it("has no plan mode can't be used in plan mode", async () => {
    const command = await harness.program("plain", agentProgram("send({ id, result: { stopReason: 'end_turn' } });"));
    expect((await harness.run({ command, mode: "plan" })).outcome.error?.code).toBe("mode_not_supported");
    const images = [{ mimeType: "image/png", data: "aGk=" }];
    expect((await harness.run({ command, prompt: { text: "look", images } })).outcome.error?.code).toBe(
      "images_not_supported",
    );
  });

  it("can load its session gets the conversation only if the session was lost, and its replay isn't recorded", async () => {
    const onPrompt =
      "update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: String(params.prompt.length) } }); send({ id, result: { stopReason: 'end_turn', usage: { inputTokens: 5, outputTokens: 7, cachedReadTokens: 2 } } });";
    const command = await harness.program("loader", agentProgram(onPrompt, { capabilities: "{ loadSession: true }" }));
    const conversation = [{ prompt: "a", reply: "b" }];
    const { outcome } = await harness.run({ command, sessionId: "s", conversation });
    expect(outcome).toMatchObject({ status: "FINISHED", result: "1", sessionId: "s" });
    expect(outcome.usage).toEqual({ inputTokens: 5, outputTokens: 7, cacheReadTokens: 2, cacheWriteTokens: 0 });
    expect((await harness.run({ command, conversation })).outcome.result).toBe("2");
    const lost = await harness.run({ command, sessionId: "gone", conversation });
    expect(lost.outcome).toMatchObject({ status: "FINISHED", result: "2", sessionId: "s" });
  });

  it("uses the client's files and terminals stays in the workspace", async () => {
    const onPrompt = `
      const ask = (method, params) => new Promise((resolve) => { pending.set(++count, resolve); send({ id: "q" + count, method, params: { sessionId: "s", ...params } }); });
      (async () => {
        const cwd = process.cwd();
        await ask("fs/write_text_file", { path: cwd + "/deep/new.txt", content: "one\\ntwo\\n" });
        say((await ask("fs/read_text_file", { path: cwd + "/deep/new.txt", line: 2, limit: 1 })).result.content + "|");
        say((await ask("fs/read_text_file", { path: "/etc/passwd" })).error.message + "|");
        say((await ask("fs/read_text_file", { path: cwd + "/absent.txt" })).error.code + "|");
        const { terminalId } = (await ask("terminal/create", { command: "sh", args: ["-c", "echo out; exit 4"] })).result;
        update({ sessionUpdate: "tool_call", toolCallId: "t", title: "Run", kind: "execute", status: "in_progress", rawInput: { command: "x" }, content: [{ type: "terminal", terminalId }] });
        say(String((await ask("terminal/wait_for_exit", { terminalId })).result.exitCode) + "|");
        say((await ask("terminal/output", { terminalId })).result.output + "|");
        update({ sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" });
        send({ id, result: { stopReason: "end_turn" } });
      })();`;
    const onMessage = `
      globalThis.pending ??= new Map();
      globalThis.count ??= 0;
      const message = JSON.parse(line);
      if (!method && String(id).startsWith("q")) { pending.get(Number(id.slice(1)))(message); continue; }`;
    const source = agentProgram(onPrompt, { onMessage });
    const { outcome, frames } = await harness.run({
      command: await harness.program("client", source),
      branch: { name: "svc/client", current: false },
    });
    expect(outcome.result).toBe("two|/etc/passwd isn't in the workspace|-32002|\n\n4|out\n|");
    expect(frames.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ type: "shell-output-delta", event: { case: "stdout", value: { data: "out\n" } } }),
    );
    const value = expect.objectContaining({ exitCode: 4, stdout: "out\n" });
    expect(frames.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ toolCall: expect.objectContaining({ result: { status: "success", value } }) }),
    );
    expect(await harness.remoteGit("show", "svc/client:deep/new.txt")).toBe("one\ntwo");
  });
});

describe("a run that can't start", () => {
  it.each(["missing-branch", "--upload-pack=x", "main~1", "0".repeat(40)])(
    "ends with an ERROR that names the ref %s",
    async (ref) => {
      const { outcome } = await harness.run({ repositories: [harness.repository(ref)] });
      expect(outcome).toMatchObject({ status: "ERROR", error: { code: "invalid_branch_name" } });
      expect(outcome.error?.message).toContain(ref);
    },
  );

  it("ends with an ERROR if the starting ref is a tag and the run works on it directly", async () => {
    const branch = { name: "svc/x", current: true };
    const { outcome } = await harness.run({ repositories: [harness.repository("v1")], branch });
    expect(outcome.error?.code).toBe("invalid_branch_name");
  });

  it("sends its credential only to the repository's server", async () => {
    const received: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.writeHead(403).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = isAddress(address) ? address.port : 0;
    const cloneUrl = `http://127.0.0.1:${port}/acme/payments.git`;
    const workspaceDir = join(harness.folder, "http");
    const { outcome } = await harness.run(
      { repositories: [{ ...harness.repository(), cloneUrl }], workspaceDir },
      { gitProtocols: ["http"] },
    );
    server.close();
    expect(received[0]).toBe(`Basic ${Buffer.from("x-access-token:secret").toString("base64")}`);
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "repository_access" } });
    expect(existsSync(join(workspaceDir, "repos", "payments"))).toBe(false);
  });

  it("fails if frames can't be recorded", async () => {
    const record = () => Promise.reject(new Error("no space"));
    const { outcome } = await harness.run({ prompt: prompt(block("sh", "sleep 1000")), runId: "run-full" }, { record });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "internal_error" } });
    expect(await processesOf("run-full")).toEqual([]);
  });
});
