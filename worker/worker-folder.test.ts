import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkerFolder, WorkerInUse } from "./worker-folder";

let workerDir = "";
beforeAll(async () => {
  workerDir = await mkdtemp(join(tmpdir(), "slipway-worker-folder-"));
});
afterAll(() => rm(workerDir, { recursive: true, force: true }));

const day = 24 * 3_600_000;
const open = (workerId: string, over: { hasGeneratedId?: boolean; now?: number } = {}) =>
  openWorkerFolder({ workerDir, serviceName: "svc", workerId, hasGeneratedId: false, now: Date.now(), ...over });
const exists = (path: string) =>
  stat(join(workerDir, ".svc-worker", path)).then(
    () => true,
    () => false,
  );

describe("a worker's folder", () => {
  it("is separate for each worker id, and ignored by git", async () => {
    const [one, two] = [await open("one"), await open("two")];
    const agentId = "bc-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44";
    await mkdir(one.workspaceDir(agentId));
    expect(await one.agents()).toEqual([agentId]);
    expect(await two.agents()).toEqual([]);
    expect(await readFile(join(workerDir, ".svc-worker", ".gitignore"), "utf8")).toBe("*\n");
    await one.unlock();
    await two.unlock();
    const again = await open("one");
    expect(await again.agents()).toEqual([agentId]);
    await again.unlock();
  });

  it("is locked while a process uses it", async () => {
    const first = await open("twin");
    await expect(open("twin")).rejects.toThrow(WorkerInUse);
    await first.unlock();
    await (await open("twin")).unlock();
  });

  it("with a generated id is deleted after a week, unless its process is running", async () => {
    await (await open("kept")).unlock();
    const old = await open("old", { hasGeneratedId: true });
    await old.unlock();
    // Paths in a workspace can be longer than the system allows.
    const dig = "name=$(printf %0200d 0); for i in $(seq 40); do mkdir $name && cd -P $name || exit 1; done";
    await promisify(execFile)("/bin/sh", ["-c", dig], { cwd: dirname(old.snapshotDir) });
    const alive = await open("alive", { hasGeneratedId: true });
    await (await open("young", { hasGeneratedId: true })).unlock();
    const past = (Date.now() - 8 * day) / 1000;
    for (const name of ["old", "alive"]) await utimes(join(workerDir, ".svc-worker", name, "generated-id"), past, past);
    await writeFile(join(workerDir, ".svc-worker", "a-file"), "");
    await (await open("other")).unlock();
    expect(await Promise.all(["kept", "old", "alive", "young"].map(exists))).toEqual([true, false, true, true]);
    await alive.unlock();
  });
});
