import { link, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { folderSize } from "../git/folder-size";
import { runProcesses } from "../testing/run-processes";
import type { RunFrame } from "./run-spec";
import { shellPrompt } from "./testing/prompt-text";
import { createRunHarness, type RunHarness } from "./testing/run-harness";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const megabyte = 1024 ** 2;

describe("a run past its limits", () => {
  it.runIf(process.platform === "linux")("ends with time_limit, keeps its output, leaves no process", async () => {
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
    async () => {
      const runId = "run-many";
      const script = "for i in $(seq 1 40); do env -i sleep 1000 & done; wait";
      const { outcome } = await harness.run({ runId, prompt: shellPrompt(script) }, { limits: { processes: 30 } });
      expect(outcome.error).toEqual({
        code: "process_limit",
        message: "the run had more than 30 concurrent processes",
      });
      expect(await runProcesses(runId)).toEqual([]);
    },
  );

  it("isn't affected by limits it stays within", async () => {
    const limits = { timeMs: 60_000, workspaceBytes: 100 * megabyte, processes: 100 };
    expect((await harness.run({ prompt: shellPrompt("true") }, { limits })).outcome.status).toBe("FINISHED");
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
});
