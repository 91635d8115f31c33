import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { availableControllers, type ControlGroups, createRunGroup, type GroupLimits } from "./run-group";

const limits: GroupLimits = { processors: 1.5, memoryBytes: 1024 ** 3, processes: 200 };

// Plain files: few machines let tests create control groups.
describe("the control group of a run", () => {
  let folder = "";
  let app = "";
  let groups: ControlGroups;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "slipway-groups-"));
    app = join(folder, "app");
    groups = { mountPoint: folder, ownGroup: join(folder, "own") };
    await mkdir(app);
    await writeFile(groups.ownGroup, "4:memory:/other\n0::/app\n");
    await writeGroup("cpu io memory pids");
    await writeFile(join(app, "cgroup.procs"), "4242\n");
    await writeFile(join(app, "cgroup.type"), "domain\n");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const writeGroup = async (controllers: string) => {
    await writeFile(join(app, "cgroup.controllers"), `${controllers}\n`);
    await writeFile(join(app, "cgroup.subtree_control"), "");
  };
  const runFolder = () => join(app, `run-${process.pid}-a`);
  const written = (name: string) => readFile(join(runFolder(), name), "utf8").catch(() => undefined);
  const create = (given = limits) => createRunGroup("a", given, groups);

  it("limits processor time, memory and processes, in a group next to that of the service", async () => {
    expect(availableControllers(groups)).toEqual(["cpu", "memory", "pids"]);
    create();
    expect(await readFile(join(app, "slipway", "cgroup.procs"), "utf8")).toBe("4242");
    expect(Number(await readFile(join(app, "slipway", "cpu.weight"), "utf8"))).toBeGreaterThan(100);
    expect(await written("cpu.max")).toBe("150000 100000");
    expect(Number(await written("cpu.weight"))).toBeLessThan(100);
    expect(await written("memory.max")).toBe(String(1024 ** 3));
    expect(await written("memory.swap.max")).toBe("0");
    expect(await written("memory.oom.group")).toBe("1");
    expect(await written("pids.max")).toBe("200");
  });

  it("has no limit that isn't set", async () => {
    const group = create({ processors: 0 });
    expect(await written("cpu.max")).toBeUndefined();
    expect(await written("memory.max")).toBeUndefined();
    expect(await written("pids.max")).toBeUndefined();
    expect(group?.exceeded()).toEqual({ memory: undefined, processes: undefined });
  });

  it("contains the processes that are added", async () => {
    const group = create();
    group?.add(4711);
    expect(await written("cgroup.procs")).toBe("4711");
    expect(group?.processIds()).toEqual(new Set([4711]));
    await rm(join(runFolder(), "cgroup.procs"));
    expect(group?.processIds()).toEqual(new Set());
  });

  it("reports limits that the kernel enforced, and those that it can't", async () => {
    const group = create();
    await writeFile(join(runFolder(), "memory.events"), "low 0\nhigh 0\nmax 31\noom 0\noom_kill 0\n");
    await writeFile(join(runFolder(), "pids.events"), "max 0\n");
    expect(group?.exceeded()).toEqual({ memory: false, processes: false });
    await writeFile(join(runFolder(), "memory.events"), "low 0\nhigh 0\nmax 90\noom 1\noom_kill 3\n");
    await writeFile(join(runFolder(), "pids.events"), "max 2\n");
    expect(group?.exceeded()).toEqual({ memory: true, processes: true });
    // The controller was withdrawn.
    await rm(join(runFolder(), "memory.events"));
    expect(group?.exceeded()).toEqual({ memory: undefined, processes: true });
  });

  it("uses the controllers that were delegated", async () => {
    await writeGroup("cpu pids");
    const group = create();
    expect(await written("memory.max")).toBeUndefined();
    await writeFile(join(runFolder(), "pids.events"), "max 0\n");
    expect(group?.exceeded()).toEqual({ memory: undefined, processes: false });
  });

  it("moves nothing for a process that was started in the service's group", async () => {
    await writeFile(groups.ownGroup, "0::/app/slipway\n");
    await mkdir(join(app, "slipway"));
    create();
    expect(await readdir(join(app, "slipway"))).toEqual([]);
    expect(await written("pids.max")).toBe("200");
  });

  it("moves nothing in the first group of a machine, which can have processes and groups", async () => {
    await rm(join(app, "cgroup.type"));
    create();
    expect(await readdir(app)).not.toContain("slipway");
    expect(await written("pids.max")).toBe("200");
  });

  it.each([
    ["version 2 isn't used", () => writeFile(groups.ownGroup, "4:memory:/app\n")],
    ["there are no control groups", () => rm(groups.ownGroup)],
    ["no controller is delegated", () => writeGroup("io rdma")],
    ["its files are missing", () => rm(join(app, "cgroup.subtree_control"))],
  ])("isn't created where %s", async (_, change) => {
    await change();
    const before = await readdir(app);
    expect(availableControllers(groups)).toEqual([]);
    expect(create()).toBeUndefined();
    expect(await readdir(app)).toEqual(before);
  });

  it("is removed with its processes when it is closed, or when its creator has ended", async () => {
    // No process has this id.
    const abandoned = join(app, `run-${2 ** 22 + 1}-b`);
    const other = join(app, `run-${process.ppid}-c`);
    await Promise.all([abandoned, other].map((path) => mkdir(path)));
    const group = create({});
    expect(await readdir(abandoned)).toEqual(["cgroup.kill"]);
    expect(await readdir(other)).toEqual([]);
    await rm(join(runFolder(), "cpu.weight"));
    const closed = group?.close();
    expect(await written("cgroup.kill")).toBe("1");
    // The kernel's files don't count.
    await rm(join(runFolder(), "cgroup.kill"));
    await closed;
    expect(await readdir(app)).not.toContain(`run-${process.pid}-a`);
  });
});
