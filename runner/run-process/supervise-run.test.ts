import { mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { maxImageBytes, maxImages } from "@/lib/contract/agents/prompt";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { childrenOf, threadActivity } from "../limits/process-tree";
import { RunFailure } from "../limits/run-failure";
import type { ExecuteRun, RunContext } from "../run/run-spec";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { agentProgram } from "../testing/agent-program";
import { block, prompt, shellPrompt } from "../testing/prompt-text";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { type RunProcess, RunProcesses, startRunProcess } from "./run-processes";
import { superviseRun } from "./supervise-run";

const driver = await probeSandbox({ sandbox: "auto" });
let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
  const temporary = join(harness.folder, "tmp");
  await mkdir(temporary);
  vi.stubEnv("TMPDIR", temporary);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await harness.dispose();
});

const within =
  (process: RunProcess): ExecuteRun =>
  (spec, context) =>
    superviseRun(spec, context, process);

/** Whether a process with a run's marker is left. */
async function isLeft(runId: string): Promise<boolean> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => "")));
  return environments.some((each) => each.includes(`SVC_REQUEST_ID=${runId}\0`));
}

const socketFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("slipway-egress-"));

/** Executes a run whose process is replaced by a program. */
async function withProgram(source: string, context: Partial<RunContext> = {}) {
  const file = join(harness.folder, `process-${Math.random()}.mjs`);
  await writeFile(file, `import { Socket } from "node:net"; const socket = new Socket({ fd: 3 }); ${source}`);
  return harness.run({}, context, within(startRunProcess({ program: file })));
}

describe("a run in a separate process", () => {
  it("has the same transcript, result and branch as in this process", async () => {
    const added = prompt(block("file src/added.ts", "export const added = 1;"));
    const processes = new RunProcesses();
    const [own, here] = [
      await harness.run({ prompt: added, branch: { name: "svc/own-process", current: false } }, {}, processes.execute),
      await harness.run({ prompt: added, branch: { name: "svc/this-process", current: false } }),
    ];
    processes.close();
    expect(own.outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/own-process" }] });
    expect(own.outcome.result).toBe(here.outcome.result);
    expect(own.frames.map(({ event }) => event)).toEqual(here.frames.map(({ event }) => event));
    expect(await harness.remoteGit("show", "svc/own-process:src/added.ts")).toBe("export const added = 1;");
  });

  describe.skipIf(driver === "none")("whose network was started while it waited", () => {
    /** Starts a process, and resolves with it and the process that keeps its network. */
    async function startWaiting() {
      const process = startRunProcess({ startsNetwork: true });
      const below = (pid: number) => childrenOf(pid)[0] ?? 0;
      const keeper = await vi.waitFor(() => {
        const found = below(below(process.pid ?? 0));
        expect(found).toBeGreaterThan(0);
        return found;
      }, 10_000);
      return { process, keeper };
    }
    const context = () => ({ sandbox: driver });
    const spec = () => ({
      repositories: [harness.httpRepository()],
      prompt: shellPrompt("readlink /proc/self/ns/net"),
    });

    it("uses that network", async () => {
      const { process, keeper } = await startWaiting();
      const network = await readlink(`/proc/${keeper}/ns/net`);
      const { outcome, frames } = await harness.run(spec(), context(), within(process));
      expect(outcome.status).toBe("FINISHED");
      expect(JSON.stringify(frames)).toContain(network);
      expect(await socketFolders()).toEqual([]);
    });

    it("starts another one if that has ended", { tags: ["long"] }, async () => {
      const { process: waiting, keeper } = await startWaiting();
      process.kill(keeper, "SIGKILL");
      const { outcome } = await harness.run(spec(), context(), within(waiting));
      expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    });
  });

  it("gets only the variables that programs need to be found, and no key of the service", {
    tags: ["long"],
  }, async () => {
    process.env.SECRET_OF_THE_SERVICE = "hidden";
    const source =
      'socket.write(JSON.stringify({ type: "outcome", outcome: { status: "FINISHED", branches: [], result: JSON.stringify(process.env) } }) + "\\n");';
    const { outcome } = await withProgram(source);
    delete process.env.SECRET_OF_THE_SERVICE;
    expect(outcome.result).toContain('"PATH":');
    expect(outcome.result).not.toContain("hidden");
  });

  it("returns to its process why a request failed, if users may know", async () => {
    const ask = `socket.write('{"type":"request","id":7,"request":{"kind":"git-credential"}}\\n');`;
    const respond = `socket.on("data", (data) => data.includes('"id":7') && socket.write(JSON.stringify({ type: "outcome", outcome: { status: "FINISHED", branches: [], result: String(data) } }) + "\\n"));`;
    const denied = new RunFailure("repository_access", "no access to acme/payments");
    const known = await withProgram(ask + respond, { gitCredential: () => Promise.reject(denied) });
    expect(known.outcome.result).toContain(
      '"failure":{"code":"repository_access","message":"no access to acme/payments"}',
    );
    const internal = await withProgram(ask + respond, { gitCredential: () => Promise.reject(new Error("a secret")) });
    expect(internal.outcome.result).toContain('"failure":{"message"');
    expect(internal.outcome.result).not.toContain("a secret");
  });

  it("ends when frames can't be stored, and doesn't say why", async () => {
    const record = () => Promise.reject(new Error("insert into run_events (secret)"));
    const { outcome } = await harness.run({}, { record }, within(startRunProcess()));
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "internal_error" } });
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });

  it("stores frames in their order, one batch at a time", async () => {
    let storing = 0;
    const texts: string[] = [];
    const record: RunContext["record"] = async (frames) => {
      storing += 1;
      expect(storing).toBe(1);
      await new Promise(setImmediate);
      for (const { event, data } of frames) if (event === "assistant") texts.push((data as { text: string }).text);
      storing -= 1;
    };
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`).join("");
    const chatty =
      'for (let index = 0; index < 3000; index += 1) say("line " + index + "\\n"); send({ id, result: { stopReason: "end_turn" } });';
    const command = await harness.program("chatty", agentProgram(chatty));
    await harness.run({ command }, { record }, within(startRunProcess()));
    expect(texts.join("")).toBe(lines);
  });

  it.each([
    ["exits", "process.exit(3);", "ended unexpectedly (exit code 3)"],
    ["is killed", 'process.kill(process.pid, "SIGKILL");', "ended unexpectedly (signal SIGKILL)"],
    ["sends garbage", 'socket.write("garbage\\n");', "sent an invalid message: message is not valid JSON"],
    ["sends an unknown message", 'socket.write(`{"type":"explode"}\\n`);', "sent an invalid message"],
    [
      "sends a line without an end",
      'const part = "x".repeat(2 ** 20); const more = () => socket.write(part, more); more();',
      "message exceeds",
    ],
    [
      "sends frames faster than they can be stored",
      'const frames = [{ event: "assistant", data: "x".repeat(8 * 2 ** 20) }]; for (let id = 0; id < 10; id += 1) socket.write(JSON.stringify({ type: "request", id, request: { kind: "record", frames } }) + "\\n");',
      "too many frames",
    ],
    [
      "asks without end",
      'for (let id = 0; id < 5000; id += 1) socket.write(JSON.stringify({ type: "request", id, request: { kind: "answer", questionId: "q" } }) + "\\n");',
      "too many requests",
    ],
    ["claims ports that don't exist", 'socket.write(`{"type":"ports","ports":[0]}\\n`);', "sent an invalid message"],
  ])("ends with a clear error when its process %s", async (_title, source, message) => {
    const answerTo = (_id: string, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    // Frames are stored only once the failure is logged.
    let store = () => {};
    const failed = new Promise<void>((resolve) => {
      store = resolve;
    });
    const record = () => failed;
    const log = createLog({ program: "test", level: "error" }, { write: () => store() });
    const { outcome } = await withProgram(source, { answerTo, record, log });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "run_process_failed" } });
    expect(outcome.error?.message).toContain(message);
    expect(await socketFolders()).toEqual([]);
  });

  it.each(["SIGSTOP", "SIGKILL"] as const)(
    "ends with a clear error within 10 s of a %s, and its agent with it",
    async (signal) => {
      const clock = new FakeClock();
      const process = startRunProcess();
      const command = await harness.program(
        `quiet-${signal}`,
        agentProgram(
          "send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'ready' } } } });",
        ),
      );
      let ready = () => {};
      const first = new Promise<void>((resolve) => {
        ready = resolve;
      });
      const kept: string[] = [];
      const record: RunContext["record"] = async (frames) => {
        kept.push(JSON.stringify(frames));
        if (kept.join("").includes("ready")) ready();
      };
      const spec = harness.spec({ command });
      const run = harness.run(spec, { clock, record }, within(process));
      await first;
      expect(await isLeft(spec.runId)).toBe(true);
      globalThis.process.kill(process.pid ?? 0, signal);
      await vi.waitFor(() => expect(threadActivity(process.pid ?? 0).running).toBe(false), { timeout: 10_000 });
      clock.advance(10_000);
      const { outcome } = await run;
      expect(outcome).toMatchObject({ status: "ERROR", error: { code: "run_process_failed" } });
      expect(await isLeft(spec.runId)).toBe(false);
      await process.ended;
    },
  );

  const started = `socket.write('{"type":"request","id":1,"request":{"kind":"started"}}\\n');`;
  const busy = (ms: string) => `const until = Date.now() + ${ms}; while (Date.now() < until); `;
  const finished = `socket.write('{"type":"outcome","outcome":{"status":"FINISHED","branches":[],"result":""}}\\n');`;

  it("continues while its process only waits for a processor", async () => {
    const clock = new FakeClock();
    // The process has used almost none of these seconds.
    const context = { clock, started: async () => clock.advance(50_000) };
    const { outcome } = await withProgram(`${started} ${busy("1000")} ${finished}`, context);
    expect(outcome).toMatchObject({ status: "FINISHED" });
  });

  it("ends when its process waits for a processor for more than a minute", async () => {
    const clock = new FakeClock();
    const context = { clock, started: async () => clock.advance(62_000) };
    const { outcome } = await withProgram(`${started} ${busy("Infinity")} ${finished}`, context);
    expect(outcome.error).toMatchObject({ code: "run_process_failed", message: expect.stringContaining("responding") });
  });

  it("ends within 10 s of processor time when its process loops", { tags: ["long"], timeout: 90_000 }, async () => {
    const { outcome } = await withProgram(`${started} ${busy("Infinity")} ${finished}`);
    expect(outcome.error).toMatchObject({ code: "run_process_failed", message: expect.stringContaining("responding") });
  });

  it("ends its process and its agent when the process that started it is gone", { tags: ["long"] }, async () => {
    const process = startRunProcess();
    const command = await harness.program("orphan", agentProgram(""));
    const spec = harness.spec({ command });
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const run = harness.run(spec, { started: async () => started() }, within(process));
    await running;
    process.socket.destroy();
    expect(await process.ended).toBe("exit code 1");
    expect((await run).outcome).toMatchObject({ status: "ERROR", error: { code: "run_process_failed" } });
    expect(await isLeft(spec.runId)).toBe(false);
  });

  it("gets the largest images of a prompt", { tags: ["long"] }, async () => {
    const data = Buffer.alloc(maxImageBytes, 1).toString("base64");
    const images = Array.from({ length: maxImages }, () => ({ mimeType: "image/png", data }));
    const count = 'say(String(params.prompt.filter(({ type }) => type === "image").length));';
    const capabilities = "{ promptCapabilities: { image: true } }";
    const source = agentProgram(`${count} send({ id, result: { stopReason: "end_turn" } });`, { capabilities });
    const command = await harness.program("images", source);
    const { outcome } = await harness.run({ command, prompt: { text: "Look", images } }, {}, within(startRunProcess()));
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined, result: "5" });
  });

  it("isn't ended by signals to all processes of a unit", async () => {
    const command = await harness.program(
      "slow",
      agentProgram("setTimeout(() => send({ id, result: { stopReason: 'end_turn' } }), 200);"),
    );
    const process = startRunProcess();
    const started = async () => {
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) globalThis.process.kill(process.pid ?? 0, signal);
    };
    const { outcome } = await harness.run({ command }, { started }, within(process));
    expect(outcome).toMatchObject({ status: "FINISHED" });
    expect(await process.ended).toBe("exit code 0");
  });

  it("is canceled by its signal", { tags: ["long"] }, async () => {
    const command = await harness.program("endless", agentProgram(""));
    const cancel = new AbortController();
    const started = async () => cancel.abort();
    const { outcome } = await harness.run({ command }, { started, signal: cancel.signal }, within(startRunProcess()));
    expect(outcome).toMatchObject({ status: "CANCELLED", error: undefined });
  });
});
