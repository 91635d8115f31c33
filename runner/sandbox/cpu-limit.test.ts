import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ControlGroups, createCpuLimit, delegatedGroup } from "./cpu-limit";

let folder = "";
let groups: ControlGroups;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-groups-"));
  groups = { mountPoint: folder, ownGroup: join(folder, "own") };
  await mkdir(join(folder, "app"));
  await writeFile(groups.ownGroup, "4:memory:/other\n0::/app\n");
  await writeFile(join(folder, "app", "cgroup.controllers"), "cpu io memory pids\n");
  await writeFile(join(folder, "app", "cgroup.procs"), "4242\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = ([program = "", ...args]: readonly string[]) => execFileSync(program, args, { encoding: "utf8" }).trim();
const priority = ["/bin/sh", "-c", "cut -d' ' -f19 /proc/self/stat"];
const own = () => run(priority);

describe("the processor time of runs", () => {
  it("is limited in a delegated group, which every command of the run enters", async () => {
    const limit = createCpuLimit("a", 1.5, groups);
    expect(await readFile(join(folder, "app", "slipway", "cgroup.procs"), "utf8")).toBe("4242");
    expect(await readFile(join(folder, "app", "cgroup.subtree_control"), "utf8")).toBe("+cpu");
    expect(await readFile(join(folder, "app", "run-a", "cpu.max"), "utf8")).toBe("150000 100000");
    const id = run([...limit.prefix, "/bin/sh", "-c", 'echo "$$"']);
    expect((await readFile(join(folder, "app", "run-a", "cgroup.procs"), "utf8")).trim()).toBe(id);
  });

  it("is limited next to the group of the service for a process that the service started", async () => {
    createCpuLimit("a", 1, groups);
    await writeFile(join(folder, "app", "cgroup.subtree_control"), "cpu\n");
    await writeFile(groups.ownGroup, "0::/app/slipway\n");
    expect(delegatedGroup(groups)).toBe(join(folder, "app"));
    createCpuLimit("b", 1.5, groups);
    expect(await readFile(join(folder, "app", "run-b", "cpu.max"), "utf8")).toBe("150000 100000");
  });

  it("isn't limited without a delegated group or a maximum, but commands have a lower priority", async () => {
    const expected = String(Math.min(19, Number(own()) + 5));
    await writeFile(join(folder, "app", "cgroup.controllers"), "memory pids\n");
    expect(delegatedGroup(groups)).toBeUndefined();
    await writeFile(groups.ownGroup, "4:memory:/other\n");
    expect(delegatedGroup(groups)).toBeUndefined();
    for (const processors of [0, 2]) {
      expect(run([...createCpuLimit("b", processors, groups).prefix, ...priority])).toBe(expected);
    }
  });
});
