import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hostProgram } from "./bubblewrap";

/** Where the kernel's version 2 control groups are mounted, and the file that names this process's own. */
export interface ControlGroups {
  mountPoint: string;
  ownGroup: string;
}

const system: ControlGroups = { mountPoint: "/sys/fs/cgroup", ownGroup: "/proc/self/cgroup" };

/** Runs have this nice value, so that the service and its database get processor time first. They can't lower it. */
const niceValue = 5;
/** Microseconds in which a run can use its share. */
const period = 100_000;

/** Name of the group that the service's own processes are moved to. */
const serviceGroup = "slipway";

const list = (file: string) => readFileSync(file, "utf8").trim().split(/\s+/);
const controllers = (folder: string, kind: "controllers" | "subtree_control") => list(join(folder, `cgroup.${kind}`));

/**
 * Moves this process and the others in its control group to a group below it, and enables the `cpu` controller for groups next to that.
 * Throws when the group isn't delegated to this process's user.
 */
function delegate({ mountPoint, ownGroup }: ControlGroups): string {
  const path = /^0::(\/.*)$/m.exec(readFileSync(ownGroup, "utf8"))?.[1];
  if (path === undefined) throw new Error("no version 2 control group");
  const folder = join(mountPoint, path);
  // The process that started this one has moved it already.
  if (basename(folder) === serviceGroup && controllers(dirname(folder), "subtree_control").includes("cpu")) {
    return dirname(folder);
  }
  if (!controllers(folder, "controllers").includes("cpu")) throw new Error("no cpu controller");
  const service = join(folder, serviceGroup);
  mkdirSync(service, { recursive: true });
  // A group with processes can't have controllers enabled for the groups below it.
  for (const id of list(join(folder, "cgroup.procs")).filter((each) => each !== "")) {
    writeFileSync(join(service, "cgroup.procs"), id);
  }
  writeFileSync(join(folder, "cgroup.subtree_control"), "+cpu");
  return folder;
}

let delegated: string | undefined;

/** Folder of this process's delegated control group, which runs' groups are created in; `undefined` without one. */
export function delegatedGroup(groups: ControlGroups = system): string | undefined {
  if (groups !== system) return tryDelegate(groups);
  // Tried again if it failed: an administrator can delegate one later.
  delegated ??= tryDelegate(system);
  return delegated;
}

function tryDelegate(groups: ControlGroups): string | undefined {
  try {
    return delegate(groups);
  } catch {
    return undefined;
  }
}

/** Limits the processor time of one run's processes. */
export interface CpuLimit {
  /** Arguments to put in front of a command. */
  prefix: readonly string[];
  /** Call it when the run's processes have ended. */
  close(): void;
}

/** `$1` is the file that moves this shell to a control group; the rest is the command. */
const enter = 'echo $$ > "$1" && shift && exec "$@"';

/**
 * Creates the limit of a run: a lower priority, and with a delegated control group, at most `processors` processors' time.
 * `name` is unique among runs. `processors` 0: no maximum.
 */
export function createCpuLimit(name: string, processors: number, groups: ControlGroups = system): CpuLimit {
  const nice = hostProgram("nice");
  const priority = nice === undefined ? [] : [nice, "-n", String(niceValue)];
  const group = processors === 0 ? undefined : delegatedGroup(groups);
  if (group === undefined) return { prefix: priority, close: () => undefined };
  const folder = join(group, `run-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "cpu.max"), `${Math.round(processors * period)} ${period}`);
  return {
    prefix: ["/bin/sh", "-c", enter, "sh", join(folder, "cgroup.procs"), ...priority],
    close() {
      try {
        rmdirSync(folder);
      } catch {
        // A process is still ending. Its group remains, without effect on other runs.
      }
    },
  };
}
