import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RunFrame } from "./run/run-spec";
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

describe("a canceled run", () => {
  it("A-RUN-30: ends CANCELLED without processes within two seconds", { tags: ["long"] }, async () => {
    const controller = new AbortController();
    const runId = "run-cancel";
    // One child leaves its process group, another ignores SIGTERM.
    const script = "setsid sleep 1000 & (trap '' TERM; sleep 1001; sleep 1002) & sleep 1003";
    const frames: RunFrame[] = [];
    const running = harness.run(
      { runId, prompt: prompt(block("sh", script)) },
      { signal: controller.signal, record: async (batch) => void frames.push(...batch) },
    );
    await vi.waitFor(
      async () =>
        expect((await processesOf(runId)).map((command) => command.trim())).toEqual(
          expect.arrayContaining(["sleep 1000", "sleep 1001", "sleep 1003"]),
        ),
      {
        timeout: 20_000,
      },
    );
    const startedAt = performance.now();
    controller.abort();
    const { outcome } = await running;
    // The delays add up to 1.1 s. The rest is for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(outcome).toMatchObject({ status: "CANCELLED", error: undefined, branches: [] });
    expect(await processesOf(runId)).toEqual([]);
    const last = frames.slice(-2).map(({ data }) => data);
    expect(last).toEqual([
      expect.objectContaining({ type: "step-completed" }),
      expect.objectContaining({ type: "turn-ended" }),
    ]);
  });

  it("ends an unresponsive agent", { tags: ["long"] }, async () => {
    const controller = new AbortController();
    const command = await harness.program(
      "deaf",
      agentProgram(
        "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'working' } });",
      ),
    );
    const frames: RunFrame[] = [];
    const running = harness.run(
      { command, runId: "run-deaf" },
      { signal: controller.signal, record: async (batch) => void frames.push(...batch) },
    );
    await vi.waitFor(() => expect(frames.some(({ event }) => event === "assistant")).toBe(true), { timeout: 20_000 });
    const startedAt = performance.now();
    controller.abort();
    expect((await running).outcome).toMatchObject({ status: "CANCELLED", result: "working" });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await processesOf("run-deaf")).toEqual([]);
  });
});
