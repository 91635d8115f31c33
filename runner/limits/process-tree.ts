import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Identifies the processes of a run. */
export interface ProcessTree {
  /** Variable (`NAME=value`) in the environment of every process of the run. */
  marker: string;
  /** Process groups the run started. */
  groups: readonly number[];
  /**
   * Its processes are those below this process, and those whose parent was killed. Others with the marker, such as those of a hostile run,
   * don't belong to it.
   */
  isolated?: boolean;
}

interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  marked: boolean;
  /** Process id and start time, because process ids are reused. */
  identity: string;
}

interface LinuxProcess extends Omit<ProcessEntry, "marked"> {
  /** Its variables, each as `\0NAME=value\0`. */
  environment: string;
}

const statFields = (path: string) => {
  const stat = readFileSync(path, "utf8");
  // The name in parentheses can contain spaces and parentheses. The fields after it start with the third.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

function linuxEnvironment(pid: number): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "utf8")}`;
  } catch {
    return "";
  }
}

function linuxProcess(pid: number): LinuxProcess[] {
  try {
    const fields = statFields(`/proc/${pid}/stat`);
    const [state, parent, group] = fields;
    if (state === "Z" || state === "X") return [];
    const identity = `${pid}@${fields[19]}`;
    return [{ pid, parent: Number(parent), group: Number(group), identity, environment: linuxEnvironment(pid) }];
  } catch {
    return [];
  }
}

/** Synchronous, because the kernel generates these files and asynchronous reads cost seven times as much. */
function linuxProcesses(): LinuxProcess[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? linuxProcess(Number(name)) : []));
}

/** Ids of the children of a process, those included that ended but whose end it hasn't read. Throws on kernels that don't list them. */
export function childrenOf(pid: number): number[] {
  let tasks: string[];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return tasks.flatMap((task) => {
    const ids = readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ");
    return ids.filter((each) => each !== "").map(Number);
  });
}

/** The processes below this one, which is fewer files to read than all of a machine. */
function ownProcesses(): LinuxProcess[] {
  const found: LinuxProcess[] = [];
  const queue = [process.pid];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    try {
      const children = childrenOf(pid);
      queue.push(...children);
      found.push(...children.flatMap(linuxProcess));
    } catch {
      // It has ended, or the kernel doesn't list children.
      if (pid === process.pid) return linuxProcesses();
    }
  }
  return found;
}

function markedProcesses(marker: string, isolated: boolean): Map<number, ProcessEntry> {
  if (process.platform !== "linux") return new Map();
  const processes = isolated ? ownProcesses() : linuxProcesses();
  return withDescendants(markedBy(processes, marker), ({ marked }) => marked);
}

const markedBy = (processes: readonly LinuxProcess[], marker: string): ProcessEntry[] =>
  processes.map((each) => ({ ...each, marked: each.environment.includes(`\0${marker}\0`) }));

/** Without /proc, environments can't be read, so only parents and groups are used. */
async function listedProcesses(): Promise<ProcessEntry[]> {
  const { stdout } = await runFile("ps", ["-axo", "pid=,ppid=,pgid=,stat=,lstart="]);
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, group, state, ...start] = line.trim().split(/\s+/);
    if (!pid || state?.startsWith("Z")) return [];
    const identity = `${pid}@${start.join(" ")}`;
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), marked: false, identity }];
  });
}

function withDescendants(
  entries: readonly ProcessEntry[],
  belongs: (entry: ProcessEntry) => boolean,
): Map<number, ProcessEntry> {
  const found = new Map(entries.filter(belongs).map((entry) => [entry.pid, entry]));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const entry of entries) if (found.has(entry.parent)) found.set(entry.pid, entry);
  }
  return found;
}

/**
 * Whether a process is below this one, or lost its parents: the kernel ends what bubblewrap started when that is killed, but not at the same
 * moment. The processes of other runs are below others that the same parent started.
 */
export function isOwnProcess(
  entry: Pick<ProcessEntry, "pid" | "parent" | "marked">,
  byId: ReadonlyMap<number, Pick<ProcessEntry, "pid" | "parent" | "marked">>,
  self: Pick<NodeJS.Process, "pid" | "ppid"> = process,
): boolean {
  let top = entry;
  for (let next: typeof top | undefined = entry; next; next = byId.get(next.parent)) {
    top = next;
    if (top.pid === self.pid) return true;
    // In a container, this process's parent can be the one that gets processes without parents.
    if (top.parent === self.ppid) return top.marked;
  }
  return true;
}

/** Returns the live processes of a run: its groups, those with the marker, those found before, and all descendants. */
async function processesOf(tree: ProcessTree, known: ReadonlySet<string>): Promise<ProcessEntry[]> {
  const entries = process.platform === "linux" ? markedBy(linuxProcesses(), tree.marker) : await listedProcesses();
  const byId = new Map(entries.map((entry) => [entry.pid, entry]));
  const belongs = (entry: ProcessEntry) =>
    (entry.marked && (!tree.isolated || isOwnProcess(entry, byId))) ||
    tree.groups.includes(entry.group) ||
    known.has(entry.identity);
  const found = withDescendants(entries, belongs);
  found.delete(process.pid);
  return [...found.values()];
}

/**
 * Ids of the live processes of a run: those with its mark, and their descendants. `isolated`: only below this process, which a
 * run's processes can't leave. Empty on systems without /proc.
 */
export function runProcessIds(marker: string, isolated: boolean): number[] {
  return [...markedProcesses(marker, isolated).keys()];
}

/** Whether a thread, or the first one of a process, runs, or waits for a processor or the disk. */
function isBusy(path: string): boolean {
  try {
    return /[RD]/.test(statFields(path)[0] ?? "");
  } catch {
    // It has ended.
    return false;
  }
}

/** Processor time of a process in clock ticks (usually 10 ms). */
function ticksOf(pid: number): number {
  try {
    const fields = statFields(`/proc/${pid}/stat`);
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/**
 * Processor time of a process in clock ticks (usually 10 ms), and whether one of its threads runs, or waits for a processor or
 * the disk. Zero and false for a process that is gone, and without /proc. Not for processes of an agent, which can have any
 * number of threads.
 */
export function threadActivity(pid: number): { ticks: number; running: boolean } {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return { ticks: ticksOf(pid), running: threads.some((thread) => isBusy(`/proc/${pid}/task/${thread}/stat`)) };
  } catch {
    return { ticks: 0, running: false };
  }
}

/**
 * Clock ticks (usually 10 ms) of processor time that a run's live processes have used, and whether the first thread of one
 * of them runs, or waits for a processor or the disk. Undefined without /proc.
 */
export function processActivity(marker: string, isolated: boolean): { ticks: number; running: boolean } | undefined {
  if (process.platform !== "linux") return undefined;
  const pids = runProcessIds(marker, isolated);
  return {
    ticks: pids.reduce((sum, pid) => sum + ticksOf(pid), 0),
    running: pids.some((pid) => isBusy(`/proc/${pid}/stat`)),
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
}

const termGraceMs = 300;
const killTimeoutMs = 5_000;
const pollMs = 20;

/**
 * Ends all processes of a run with SIGTERM, then SIGKILL. Processes that left their group are found by the marker, those
 * that removed the marker by their parent. Returns false if some didn't end. Uses real time, because processes do.
 */
export async function endProcesses(tree: ProcessTree): Promise<boolean> {
  const startedAt = performance.now();
  const known = new Set<string>();
  for (;;) {
    const left = await processesOf(tree, known);
    if (left.length === 0) return true;
    const elapsed = performance.now() - startedAt;
    if (elapsed > killTimeoutMs) return false;
    for (const { pid, identity } of left) {
      if (elapsed >= termGraceMs) send(pid, "SIGKILL");
      else if (!known.has(identity)) send(pid, "SIGTERM");
      known.add(identity);
    }
    await delay(pollMs);
  }
}
