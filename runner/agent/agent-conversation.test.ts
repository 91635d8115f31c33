import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript } from "@/lib/model/transcript/state";
import { withHandshakeWatch } from "../process/handshake-watch";
import type { RunFrame } from "../run/run-spec";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness, textOf } from "../testing/run-harness";
import { SilenceWatch } from "./silence-watch";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const end = "send({ id, result: { stopReason: 'end_turn' } });";
const data = (frames: readonly RunFrame[]) => frames.map((frame) => frame.data);
const tool = (id: string, more = "") =>
  `update({ sessionUpdate: "tool_call", toolCallId: "${id}", title: "Read a", kind: "read", status: "completed", rawInput: { path: "a" }, content: []${more} });`;

describe("a continued session", () => {
  it("is resumed without a replay if the agent can", { tags: ["long"] }, async () => {
    const onMessage = `if (method === "session/resume") { globalThis.resumed = true; send({ id, result: {} }); }`;
    const capabilities = "{ loadSession: true, sessionCapabilities: { resume: {} } }";
    const command = await harness.program(
      "resumes",
      agentProgram(`say(String(globalThis.resumed)); ${end}`, { capabilities, onMessage }),
    );
    const { outcome } = await harness.run({ command, sessionId: "s", conversation: [{ prompt: "a", reply: "b" }] });
    expect(outcome).toMatchObject({ status: "FINISHED", result: "true", sessionId: "s" });
  });

  it("doesn't add its earlier turns to the run, even those replayed after the response", {
    tags: ["long"],
  }, async () => {
    const onMessage = `
      if (method === "session/load") {
        send({ id, result: {} });
        say("earlier");
        ${tool("old", ', status: "in_progress"')}
        continue;
      }`;
    const onPrompt = `update({ sessionUpdate: "tool_call_update", toolCallId: "old", status: "completed" }); ${tool("new")} say("now"); ${end}`;
    const command = await harness.program(
      "replays",
      agentProgram(onPrompt, { capabilities: "{ loadSession: true }", onMessage }),
    );
    const { outcome, frames } = await harness.run({ command, sessionId: "s" });
    expect(outcome.result).toBe("now");
    const calls = data(frames).filter((each) => JSON.stringify(each).includes("tool-call-completed"));
    expect(calls).toEqual([expect.objectContaining({ modelCallId: "new" })]);
  });
});

describe("the end of a turn", () => {
  /** Stores the session after the response, as a program that collects what it writes. */
  const store = `
    if (method === "session/close") {
      send({ id, result: {} });
      await new Promise((resolve) => setTimeout(resolve, 150));
      const { writeFileSync } = await import("node:fs");
      writeFileSync(process.env.HOME + "/session.json", JSON.stringify(params));
      if (process.argv[2] === "exits") process.exit(1);
      continue;
    }`;
  const capabilities = "{ loadSession: true, sessionCapabilities: { close: {} } }";

  it.each([["stays"], ["exits"]])(
    "waits until the agent has stored the session, and the agent then %s",
    async (then) => {
      const command = await harness.program("stores", agentProgram(end, { capabilities, onMessage: store }));
      const workspaceDir = join(harness.folder, "workspace", `stores-${then}`);
      const { outcome } = await harness.run({ command: [...command, then], workspaceDir });
      expect(outcome).toMatchObject({ status: "FINISHED", sessionId: "s" });
      expect(await textOf(join(workspaceDir, "home", "session.json"))).toBe('{"sessionId":"s"}');
    },
  );
});

describe("a plan", () => {
  it("leaves no changes behind, committed or not", async () => {
    const state =
      "{ modes: { currentModeId: 'default', availableModes: [{ id: 'default', name: 'Default' }, { id: 'plan', name: 'Plan' }] } }";
    const onPrompt = `
      const { execSync } = await import("node:child_process");
      const { existsSync } = await import("node:fs");
      if (settings.at(-1) === "plan") execSync("echo x > planned.txt; echo y >> README.md; rm src/refund.ts; git add -A; git commit -qm planned; echo z > loose.txt");
      else { say([existsSync("planned.txt"), existsSync("loose.txt"), existsSync("src/refund.ts"), existsSync("kept.txt")].join()); execSync("echo done > done.txt"); }
      ${end}`;
    const command = await harness.program("planner", agentProgram(onPrompt, { state }));
    const over = {
      command,
      workspaceDir: `${harness.folder}/workspace/plan`,
      branch: { name: "svc/plan", current: false },
    };
    const planned = await harness.run({ ...over, mode: "plan" });
    expect(planned.outcome).toMatchObject({ status: "FINISHED", branches: [] });
    const approved = await harness.run(over);
    expect(approved.outcome).toMatchObject({ status: "FINISHED", result: "false,false,true,false" });
    expect(await harness.remoteGit("diff", "--name-only", "main", "svc/plan")).toBe("done.txt");
  });
});

describe("a turn", () => {
  it("reports tokens of the quota, the context size and the cost", { tags: ["long"] }, async () => {
    const onPrompt = `
      update({ sessionUpdate: "usage_update", used: 131, size: 1000 });
      update({ sessionUpdate: "usage_update", used: 140, size: 1000, cost: { amount: 0.5, currency: "USD" } });
      send({ id, result: { stopReason: "end_turn", _meta: { quota: { token_count: { input_tokens: 780, output_tokens: 72 } } } } });`;
    const { outcome, frames } = await harness.run({ command: await harness.program("quota", agentProgram(onPrompt)) });
    const usage = { inputTokens: 780, outputTokens: 72, cacheReadTokens: 0, cacheWriteTokens: 0 };
    expect(outcome.usage).toEqual(usage);
    expect(data(frames)).toContainEqual({
      type: "turn-ended",
      usage,
      context: { used: 140, size: 1000 },
      cost: { amount: 0.5, currency: "USD" },
    });
    const shown = (count: number) => reduceAll(emptyTranscript, frames.slice(0, count)).session;
    const index = (used: number) => frames.findIndex((frame) => JSON.stringify(frame.data).includes(`"used":${used}`));
    expect(shown(index(131) + 1)).toEqual({ context: { used: 131, size: 1000 } });
    expect(shown(index(140) + 1)?.cost).toEqual({ amount: 0.5, currency: "USD" });
    expect(JSON.stringify(frames[index(140)])).not.toContain("turn-ended");
  });

  it("separates messages by their id", { tags: ["long"] }, async () => {
    const chunk = (messageId: string, text: string) =>
      `update({ sessionUpdate: "agent_message_chunk", messageId: "${messageId}", content: { type: "text", text: "${text}" } });`;
    const onPrompt = `${chunk("1", "One ")}${chunk("1", "message.")}${chunk("2", "Another.")} ${end}`;
    const { outcome } = await harness.run({ command: await harness.program("messages", agentProgram(onPrompt)) });
    expect(outcome.result).toBe("One message.\n\nAnother.");
  });

  it("shows a call when its permission is requested, and why it is denied", { tags: ["long"] }, async () => {
    const onPrompt = `
      globalThis.prompt = id;
      send({ id: 7, method: "session/request_permission", params: { sessionId: "s", toolCall: { toolCallId: "t", title: "cat /etc/passwd", kind: "execute", locations: [{ path: "/etc/passwd" }] }, options: [{ optionId: "no", name: "No", kind: "reject_once" }] } });`;
    const onResponse = `update({ sessionUpdate: "tool_call_update", toolCallId: "t", status: "failed" }); send({ id: globalThis.prompt, result: { stopReason: "end_turn" } });`;
    const { frames } = await harness.run({
      command: await harness.program("asks", agentProgram(onPrompt, { onResponse })),
    });
    const calls = data(frames).filter((each) => JSON.stringify(each).includes('"type":"tool-call-'));
    expect(calls).toEqual([
      expect.objectContaining({
        type: "tool-call-started",
        toolCall: { type: "shell", args: { command: "cat /etc/passwd" } },
      }),
      expect.objectContaining({
        toolCall: expect.objectContaining({
          result: { status: "error", error: { message: "Permission denied: it is outside the workspace" } },
        }),
      }),
    ]);
  });

  it("shows the calls of a subagent in the call that started it", { tags: ["long"] }, async () => {
    const nested = ', _meta: { claudeCode: { parentToolUseId: "task" } }';
    const onPrompt = `
      update({ sessionUpdate: "tool_call", toolCallId: "task", title: "Look", kind: "think", status: "in_progress", rawInput: { description: "Look", prompt: "p", subagent_type: "general" } });
      ${tool("inner", nested)}
      update({ sessionUpdate: "tool_call_update", toolCallId: "task", status: "completed", content: [{ type: "content", content: { type: "text", text: "Found." } }] });
      ${end}`;
    const { frames } = await harness.run({ command: await harness.program("delegates", agentProgram(onPrompt)) });
    const task = data(frames).find((each) => JSON.stringify(each).includes('"type":"tool-call-started"'));
    expect(task).toMatchObject({ toolCall: { type: "task", args: { subagentType: { name: "general" } } } });
    const deltas = data(frames).filter((each) => JSON.stringify(each).includes("tool-call-delta"));
    expect(deltas).toMatchObject([
      {
        modelCallId: "task",
        taskUpdate: { type: "tool-call-started", modelCallId: "inner", toolCall: { type: "read" } },
      },
      { modelCallId: "task", taskUpdate: { type: "tool-call-completed", modelCallId: "inner" } },
    ]);
    expect(frames.filter(({ event }) => event === "tool_call")).toHaveLength(2);
  });

  it("shows that the agent retries", { tags: ["long"] }, async () => {
    const error = "{ error: { message: 'Reconnecting... 2/5' } }";
    const onPrompt = `update({ sessionUpdate: "session_info_update", _meta: { codex: ${error} } }); ${end}`;
    const { frames } = await harness.run({ command: await harness.program("retries", agentProgram(onPrompt)) });
    expect(data(frames)).toContainEqual({
      type: "context-injection-state",
      injectionId: expect.any(String),
      state: "notice",
      message: "Reconnecting... 2/5",
    });
  });
});

describe("an agent that is silent", () => {
  it("is explained by its standard error within 15 seconds, problems first", () => {
    const clock = new FakeClock();
    const notices: string[] = [];
    const watch = new SilenceWatch(clock, (message) => notices.push(message));
    watch.line("401 invalid key, retrying in 8 s");
    watch.line("debug: cache is cold");
    clock.advance(8_000);
    expect(notices).toEqual([]);
    clock.advance(7_000);
    expect(notices).toEqual(["401 invalid key, retrying in 8 s"]);
    watch.updated();
    clock.advance(60_000);
    expect(notices).toHaveLength(1);
    watch.stop();
  });

  it("and does nothing during the handshake fails within 15 seconds", async () => {
    const clock = new FakeClock();
    const process = { stderrTail: () => "waiting for a login", strayOutput: () => "", isolated: false };
    const started = withHandshakeWatch(clock, process, "UNKNOWN_MARKER=1", new Promise(() => undefined));
    const failed = expect(started).rejects.toMatchObject({
      code: "agent_not_responding",
      message: "the agent didn't respond to the handshake and was idle for 12 seconds:\nwaiting for a login",
    });
    clock.advance(15_000);
    await failed;
  });

  it("but busy during the handshake is reported as starting, once, and fails after 2 minutes", async () => {
    const clock = new FakeClock();
    const process = { stderrTail: () => `loading since ${clock.now()}`, strayOutput: () => "", isolated: false };
    const notices: string[] = [];
    const started = withHandshakeWatch(clock, process, "UNKNOWN_MARKER=1", new Promise(() => undefined), (message) =>
      notices.push(message),
    );
    const failed = expect(started).rejects.toThrow("the agent didn't start within 120 seconds:\nloading since");
    clock.advance(8_000);
    expect(notices).toEqual([]);
    clock.advance(6_000);
    const text =
      "The agent is still starting after 10 seconds. While it is busy, it has 120 seconds to start. Last output: loading since";
    expect(notices).toEqual([expect.stringContaining(text)]);
    clock.advance(120_000);
    await failed;
    expect(notices).toHaveLength(1);
  });

  it("before its session opens is explained in the run", { tags: ["long"] }, async () => {
    const clock = new FakeClock();
    const workspaceDir = join(harness.folder, "slow");
    const onMessage = `
      if (method === "initialize") {
        const { existsSync, writeFileSync } = await import("node:fs");
        writeFileSync(process.env.HOME + "/began", "");
        while (!existsSync(process.env.HOME + "/gate")) await new Promise((resolve) => setTimeout(resolve, 20));
      }`;
    const command = await harness.program("slow", agentProgram(end, { onMessage }));
    const run = harness.run({ command, workspaceDir }, { clock });
    await expect.poll(() => existsSync(join(workspaceDir, "home", "began"))).toBe(true);
    clock.advance(10_000);
    await writeFile(join(workspaceDir, "home", "gate"), "");
    const { outcome, frames } = await run;
    expect(outcome.status).toBe("FINISHED");
    const message = expect.stringMatching(
      /^The agent is still starting after 10 seconds.*test it in Settings → Agents\.$/,
    );
    expect(data(frames)).toContainEqual(expect.objectContaining({ state: "notice", message }));
  });
});
