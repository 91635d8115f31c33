import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, link, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { folderSize } from "@/git/folder-size";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { runProcesses } from "@/service/testing/run-processes";
import type { RunFrame } from "../run/run-spec";
import { removeTree } from "../stores/remove-tree";
import { agentProgram } from "../testing/agent-program";
import { shellPrompt } from "../testing/prompt-text";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import type { RunGroup } from "./run-group";
import { type RunLimits, watchLimits } from "./run-limits";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const megabyte = 1024 ** 2;

describe("a run past its limits", () => {
  it.runIf(process.platform === "linux")(
    "ends with time_limit, keeps its output, leaves no process",
    { tags: ["long"] },
    async () => {
      const runId = "run-slow";
      const clock = new FakeClock({ running: true });
      const frames: RunFrame[] = [];
      const running = harness.run(
        { runId, prompt: shellPrompt("echo half done | tee notes.txt; sleep 1000") },
        { limits: { timeMs: 90_500 }, clock, record: async (batch) => void frames.push(...batch) },
      );
      await vi.waitFor(() => expect(JSON.stringify(frames)).toContain('"data":"half done'), { timeout: 40_000 });
      clock.advance(90_500);
      const { outcome } = await running;
      expect(outcome).toMatchObject({
        status: "ERROR",
        error: { code: "time_limit", message: "the run took longer than 90.5 seconds" },
        branches: [],
      });
      expect(outcome.result).toContain("Script agent");
      expect(await runProcesses(runId)).toEqual([]);
    },
  );

  it("ends with time_limit while its repository doesn't respond to a clone", async () => {
    const clock = new FakeClock({ running: true });
    let requested = () => {};
    const request = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const silent = createServer(() => requested()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const repository = { ...harness.repository(), cloneUrl: `http://127.0.0.1:${port}/remote.git` };
    const running = harness.run({ repositories: [repository] }, { limits: { preparationMs: 60_000 }, clock });
    await request;
    clock.advance(60_000);
    expect((await running).outcome.error).toEqual({
      code: "time_limit",
      message: "preparing the workspace took longer than 1 minute",
    });
    silent.closeAllConnections();
    silent.close();
  });

  it("ends with time_limit while a push isn't accepted, but not while the agent works", {
    tags: ["long"],
  }, async () => {
    const clock = new FakeClock({ running: true });
    const remote = join(harness.folder, "slow-push.git");
    await cp(harness.remote, remote, { recursive: true });
    const received = join(harness.folder, "received");
    await writeFile(join(remote, "hooks", "pre-receive"), `#!/bin/sh\ntouch ${received}\nsleep 1000\n`, {
      mode: 0o755,
    });
    const repositories = [{ ...harness.repository(), cloneUrl: remote }];
    const prompt = shellPrompt("echo ready > ready.txt; while ! test -e go; do sleep 0.05; done");
    const workspaceDir = join(harness.folder, "slow-push");
    const limits = { preparationMs: 60_000, publicationMs: 60_000 };
    const running = harness.run({ prompt, repositories, workspaceDir }, { limits, clock });
    const checkout = join(workspaceDir, "repos", "payments");
    await vi.waitFor(() => expect(existsSync(join(checkout, "ready.txt"))).toBe(true), { timeout: 40_000 });
    clock.advance(3_600_000);
    await writeFile(join(checkout, "go"), "");
    await vi.waitFor(() => expect(existsSync(received)).toBe(true), { timeout: 40_000 });
    clock.advance(60_000);
    expect((await running).outcome.error).toEqual({
      code: "time_limit",
      message: "committing and pushing took longer than 1 minute",
    });
  });

  it("stops commands that the agent left running when their time is up, and finishes", { tags: ["long"] }, async () => {
    const onPrompt = `globalThis.prompted = id;
      send({ id: "create", method: "terminal/create", params: { sessionId: "s", command: "sleep", args: ["1000"] } });`;
    const onResponse = 'if (id === "create") send({ id: globalThis.prompted, result: { stopReason: "end_turn" } });';
    const command = await harness.program("background", agentProgram(onPrompt, { onResponse }));
    const runId = "run-background";
    const { outcome } = await harness.run({ runId, command }, { limits: { backgroundMs: 100 } });
    const result = "[Background commands were stopped 0.1 seconds after the turn.]";
    expect(outcome).toMatchObject({ status: "FINISHED", result: expect.stringContaining(result) });
    expect(await runProcesses(runId)).toEqual([]);
  });

  it("ends with disk_limit, and its follow-up can clean up", async () => {
    const workspaceDir = join(harness.folder, "full");
    const branch = { name: "svc/full", current: false };
    const limits = { workspaceBytes: 8 * megabyte };
    const fill = shellPrompt("dd if=/dev/urandom of=large bs=1M count=24 2> /dev/null; sleep 1000");
    const { outcome } = await harness.run({ workspaceDir, branch, prompt: fill }, { limits });
    expect(outcome).toMatchObject({
      status: "ERROR",
      error: { code: "disk_limit", message: "the workspace exceeded 8 MB" },
    });
    const clean = { workspaceDir, branch, prompt: shellPrompt("rm large; echo ok > small") };
    expect((await harness.run(clean, { limits })).outcome).toMatchObject({
      status: "FINISHED",
      branches: [{ branch: "svc/full" }],
    });
    expect(await folderSize(workspaceDir)).toBeLessThan(8 * megabyte);
  });

  it.runIf(process.platform === "linux")(
    "ends with process_limit, including processes without the marker",
    { tags: ["long"] },
    async () => {
      const runId = "run-many";
      const script = "for i in $(seq 1 40); do env -i sleep 1000 & done; wait";
      const { outcome } = await harness.run({ runId, prompt: shellPrompt(script) }, { limits: { processes: 30 } });
      expect(outcome.error).toEqual({
        code: "process_limit",
        message: "the run had more than 30 concurrent processes and threads",
      });
      expect(await runProcesses(runId)).toEqual([]);
    },
  );

  it.runIf(existsSync("/usr/bin/python3"))(
    "ends with memory_limit, shared memory included",
    { tags: ["long"] },
    async () => {
      const fill = `import mmap, time
kept = mmap.mmap(-1, 400 << 20)
for at in range(0, 400 << 20, 4096): kept[at] = 1
time.sleep(120)`;
      const limits = { memoryBytes: 300 * megabyte };
      const { outcome } = await harness.run({ prompt: shellPrompt(`/usr/bin/python3 -c '${fill}'`) }, { limits });
      expect(outcome.error).toEqual({ code: "memory_limit", message: "the run used more than 300 MB of memory" });
    },
  );

  it("isn't affected by limits it stays within", async () => {
    const limits = { timeMs: 60_000, workspaceBytes: 100 * megabyte, processes: 100 };
    expect((await harness.run({ prompt: shellPrompt("true") }, { limits })).outcome.status).toBe("FINISHED");
  });
});

describe.runIf(process.platform === "linux")("a run with a control group", () => {
  const marker = "SLIPWAY_LIMITS_TEST=1";
  let child: ChildProcess;
  beforeAll(async () => {
    const script = "console.log(1); setInterval(() => {}, 1e6)";
    const env = { ...process.env, SLIPWAY_LIMITS_TEST: "1" };
    child = spawn(process.execPath, ["-e", script], { env, stdio: ["ignore", "pipe", "inherit"] });
    if (child.stdout) await once(child.stdout, "data");
  });
  afterAll(() => void child.kill("SIGKILL"));

  const failureOf = (
    limits: RunLimits,
    inGroup: readonly number[],
    exceeded: Partial<ReturnType<RunGroup["exceeded"]>>,
  ) => {
    const group: RunGroup = {
      add: () => undefined,
      processIds: () => new Set(inGroup),
      exceeded: () => ({ memory: false, processes: false, ...exceeded }),
      close: async () => undefined,
    };
    const watch = watchLimits(limits, { workspaceDir: "/", marker, isolated: true, group }, new FakeClock());
    watch.stop();
    return watch.failure()?.code;
  };
  const limits: RunLimits = { processes: 2, memoryBytes: megabyte };

  it("isn't measured where the kernel enforces the limits, except what isn't in the group", () => {
    expect(failureOf(limits, [child.pid ?? 0], {})).toBeUndefined();
    expect(failureOf({ processes: 2 }, [], {})).toBe("process_limit");
    expect(failureOf({ memoryBytes: megabyte }, [], {})).toBe("memory_limit");
  });

  it("is measured where the kernel doesn't enforce a limit", () => {
    expect(failureOf(limits, [child.pid ?? 0], { processes: undefined })).toBe("process_limit");
    expect(failureOf(limits, [child.pid ?? 0], { memory: undefined })).toBe("memory_limit");
  });

  it("fails when the kernel enforced a limit", () => {
    expect(failureOf(limits, [child.pid ?? 0], { processes: true })).toBe("process_limit");
    expect(failureOf(limits, [child.pid ?? 0], { memory: true })).toBe("memory_limit");
  });
});

describe("the size of a folder", () => {
  it("includes nested files, doesn't follow links, and stops at the limit", async () => {
    const folder = await mkdtemp(join(tmpdir(), "slipway-size-"));
    await mkdir(join(folder, "a", "b"), { recursive: true });
    await writeFile(join(folder, "a", "b", "file"), Buffer.alloc(megabyte, 1));
    await symlink("/usr", join(folder, "link"));
    const size = await folderSize(folder);
    expect(size).toBeGreaterThanOrEqual(megabyte);
    expect(size).toBeLessThan(megabyte + 65_536);
    expect(await folderSize(join(folder, "missing"))).toBe(0);
    await link(join(folder, "a", "b", "file"), join(folder, "again"));
    expect(await folderSize(folder, 10)).toBeLessThanOrEqual(2 * megabyte + 65_536);
    await rm(folder, { recursive: true });
  });

  it("includes files at paths longer than the system allows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "slipway-size-"));
    const dig = "name=$(printf %0200d 0); for i in $(seq 40); do mkdir $name && cd -P $name || exit 1; done";
    const fill = "dd if=/dev/urandom of=large bs=1M count=2 2> /dev/null";
    await promisify(execFile)("/bin/sh", ["-c", `${dig}; ${fill}`], { cwd: folder });
    const size = await folderSize(folder);
    await removeTree(folder);
    // Folders themselves take no space in a file system in memory.
    expect(size).toBeGreaterThanOrEqual(2 * megabyte);
  });
});
