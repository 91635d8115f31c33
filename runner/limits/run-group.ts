import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Where the kernel's version 2 control groups are mounted, and the file that names this process's own. */
export interface ControlGroups {
  mountPoint: string;
  ownGroup: string;
}

const system: ControlGroups = { mountPoint: "/sys/fs/cgroup", ownGroup: "/proc/self/cgroup" };

const wanted = ["cpu", "memory", "pids"] as const;
export type Controller = (typeof wanted)[number];

/** A group below which this process can create groups with limits. */
interface DelegatedGroup {
  folder: string;
  controllers: readonly Controller[];
}

/** Name of the group that the service's own processes are moved to. */
const serviceGroup = "slipway";
/** Shares of processor time while it is scarce; the kernel's default is 100. The service and its database come first. */
const weights = { service: 1_000, run: 20 };
/** Microseconds in which a run can use its share. */
const period = 100_000;

const words = (file: string) => readFileSync(file, "utf8").trim().split(/\s+/);

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes to a file of a group. Returns false if the kernel doesn't have it, or denies the value. */
function write(file: string, value: string): boolean {
  try {
    writeFileSync(file, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The group that runs' groups can be created in, with the controllers it can have, and whether its processes must be moved
 * first. `undefined` if this process's user can't create groups.
 */
function findGroup({ mountPoint, ownGroup }: ControlGroups): (DelegatedGroup & { occupied: boolean }) | undefined {
  const path = existsSync(ownGroup) ? /^0::(\/.*)$/m.exec(readFileSync(ownGroup, "utf8"))?.[1] : undefined;
  if (path === undefined) return undefined;
  const own = join(mountPoint, path);
  // The process that started this one, or one before it, has moved it already.
  const moved = basename(own) === serviceGroup && isWritable(join(dirname(own), "cgroup.subtree_control"));
  const folder = moved ? dirname(own) : own;
  const needed = ["", "cgroup.procs", "cgroup.subtree_control"].map((name) => join(folder, name));
  if (!existsSync(join(folder, "cgroup.controllers")) || !needed.every(isWritable)) return undefined;
  const available = words(join(folder, "cgroup.controllers"));
  const controllers = wanted.filter((each) => available.includes(each));
  if (controllers.length === 0) return undefined;
  // Only the machine's first group can have processes and groups with controllers.
  return { folder, controllers, occupied: !moved && existsSync(join(folder, "cgroup.type")) };
}

/** Controllers that limits of runs can use here. Changes nothing. */
export function availableControllers(groups: ControlGroups = system): readonly Controller[] {
  return findGroup(groups)?.controllers ?? [];
}

/** A group with processes can't have controllers enabled for the groups below it. */
function moveProcesses(folder: string): void {
  const service = join(folder, serviceGroup);
  mkdirSync(service, { recursive: true });
  for (const id of words(join(folder, "cgroup.procs"))) {
    // It may have ended.
    if (id !== "") write(join(service, "cgroup.procs"), id);
  }
}

/** A process that starts while the others are moved has to be moved, too. */
const maxMoves = 5;

function delegate(groups: ControlGroups): DelegatedGroup | undefined {
  const found = findGroup(groups);
  if (!found) return undefined;
  const { folder, occupied } = found;
  let missing: Controller[] = [...found.controllers];
  for (let move = 0; move < maxMoves && missing.length > 0; move += 1) {
    if (occupied) moveProcesses(folder);
    missing = missing.filter((each) => !write(join(folder, "cgroup.subtree_control"), `+${each}`));
  }
  const controllers = found.controllers.filter((each) => !missing.includes(each));
  if (occupied && controllers.includes("cpu")) write(join(folder, serviceGroup, "cpu.weight"), String(weights.service));
  return controllers.length === 0 ? undefined : { folder, controllers };
}

let delegated: DelegatedGroup | undefined;

function delegatedGroup(groups: ControlGroups): DelegatedGroup | undefined {
  if (groups !== system) return delegate(groups);
  // Tried again if it failed: an administrator can delegate one later.
  delegated ??= delegate(system);
  return delegated;
}

/** What all processes of a run can use together. Omitted or 0: no limit. */
export interface GroupLimits {
  /** Processors' time. */
  processors?: number | undefined;
  /** Memory, shared memory and temporary file systems included. */
  memoryBytes?: number | undefined;
  /** Processes and threads. */
  processes?: number | undefined;
}

/** The control group of a run's processes. */
export interface RunGroup {
  /** Moves a process to the group, which what it starts from then on belongs to. Throws if it can't be moved and hasn't ended. */
  add(pid: number): void;
  /** Ids of its processes. */
  processIds(): ReadonlySet<number>;
  /** Whether the kernel ended or rejected processes because of a limit; `undefined` for limits that it doesn't enforce. */
  exceeded(): { memory: boolean | undefined; processes: boolean | undefined };
  /** Ends what is left in the group, and removes it. */
  close(): Promise<void>;
}

const maxCloseMs = 5_000;
const pollMs = 20;

function removeFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Ends and removes the groups of processes that ended before they closed them. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const creator = /^run-(\d+)-/.exec(name)?.[1];
    if (creator === undefined || existsSync(`/proc/${creator}`)) continue;
    write(join(folder, name, "cgroup.kill"), "1");
    removeFolder(join(folder, name));
  }
}

/**
 * Creates the group of a run, with its limits. `undefined` without a delegated control group. `id` is unique among the runs of
 * this process.
 */
export function createRunGroup(
  id: string,
  { processors = 0, memoryBytes = 0, processes = 0 }: GroupLimits,
  groups: ControlGroups = system,
): RunGroup | undefined {
  const parent = delegatedGroup(groups);
  if (!parent) return undefined;
  removeAbandoned(parent.folder);
  const folder = join(parent.folder, `run-${process.pid}-${id}`);
  try {
    mkdirSync(folder);
  } catch {
    // An administrator has withdrawn the group, or it has as many below it as it can have.
    return undefined;
  }
  const set = (controller: Controller, name: string, value: number | string) =>
    parent.controllers.includes(controller) && write(join(folder, name), String(value));
  set("cpu", "cpu.weight", weights.run);
  if (processors > 0) set("cpu", "cpu.max", `${Math.round(processors * period)} ${period}`);
  const limitsMemory = memoryBytes > 0 && set("memory", "memory.max", memoryBytes);
  if (limitsMemory) {
    set("memory", "memory.swap.max", 0);
    // Without it, the kernel ends one process, and the run continues with a part of its programs.
    set("memory", "memory.oom.group", 1);
  }
  const limitsProcesses = processes > 0 && set("pids", "pids.max", processes);

  /** Whether an event has happened; `undefined` when the limit is gone, such as after a controller was withdrawn. */
  const happened = (name: string, event: string): boolean | undefined => {
    try {
      const counts = words(join(folder, name));
      return Number(counts[counts.indexOf(event) + 1]) > 0;
    } catch {
      return undefined;
    }
  };
  return {
    add(pid) {
      try {
        writeFileSync(join(folder, "cgroup.procs"), String(pid));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    },
    processIds() {
      try {
        return new Set(words(join(folder, "cgroup.procs")).map(Number));
      } catch {
        return new Set();
      }
    },
    exceeded: () => ({
      memory: limitsMemory ? happened("memory.events", "oom") : undefined,
      processes: limitsProcesses ? happened("pids.events", "max") : undefined,
    }),
    async close() {
      write(join(folder, "cgroup.kill"), "1");
      const startedAt = performance.now();
      while (!removeFolder(folder) && performance.now() - startedAt < maxCloseMs) await delay(pollMs);
    },
  };
}
