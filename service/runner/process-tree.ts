import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Which processes belong to a run. */
export interface ProcessTree {
  /** `NAME=value` in the environment of every process of the run. */
  marker: string;
  /** Process groups the run started. */
  groups: readonly number[];
}

interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  marked: boolean;
  /** Process id and start time: a number that is used again names another process. */
  identity: string;
}

interface LinuxProcess extends Omit<ProcessEntry, "marked"> {
  /** Its variables, each as `\0NAME=value\0`. */
  environment: string;
}

function linuxEnvironment(pid: number): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "utf8")}`;
  } catch {
    return "";
  }
}

function linuxProcess(pid: number): LinuxProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold spaces and parentheses; the fields after it start with the third.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === "Z" || state === "X") return [];
    const identity = `${pid}@${fields[19]}`;
    return [{ pid, parent: Number(parent), group: Number(group), identity, environment: linuxEnvironment(pid) }];
  } catch {
    return [];
  }
}

/** Reads in this thread: the kernel makes these files up, and handing each to another thread costs seven times as much. */
function linuxProcesses(): LinuxProcess[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? linuxProcess(Number(name)) : []));
}

const markedBy = (processes: readonly LinuxProcess[], marker: string): ProcessEntry[] =>
  processes.map((each) => ({ ...each, marked: each.environment.includes(`\0${marker}\0`) }));

/** Without /proc the environment of others can't be read: parents and groups have to do. */
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

/** Live processes of a run: its groups, everything marked, what was found before, and the descendants of all these. */
async function processesOf(tree: ProcessTree, known: ReadonlySet<string>): Promise<ProcessEntry[]> {
  const entries = process.platform === "linux" ? markedBy(linuxProcesses(), tree.marker) : await listedProcesses();
  const belongs = ({ marked, group, identity }: ProcessEntry) =>
    marked || tree.groups.includes(group) || known.has(identity);
  const found = withDescendants(entries, belongs);
  found.delete(process.pid);
  return [...found.values()];
}

const pageBytes = 4_096;

/** Resident memory of a process without the pages it shares, in bytes. */
function memoryOf(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ").map(Number);
    return Math.max(0, resident - shared) * pageBytes;
  } catch {
    return 0;
  }
}

const freshMs = 400;
let recent: { at: number; processes: LinuxProcess[] } | undefined;

/**
 * The processes of a run and the memory they use, in bytes: those with its mark and their descendants. One scan of the
 * machine serves all runs for a moment. Zero on systems without /proc.
 */
export function measureProcesses(marker: string): { count: number; memoryBytes: number } {
  if (process.platform !== "linux") return { count: 0, memoryBytes: 0 };
  const now = performance.now();
  if (!recent || now - recent.at > freshMs) recent = { at: now, processes: linuxProcesses() };
  const found = withDescendants(markedBy(recent.processes, marker), ({ marked }) => marked);
  const memoryBytes = [...found.keys()].reduce((sum, pid) => sum + memoryOf(pid), 0);
  return { count: found.size, memoryBytes };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

const politeMs = 300;
const firmMs = 5_000;
const pollMs = 20;

/**
 * Ends every process of a run: politely, then for good. A process that left its group is found by the marker, one that
 * dropped the marker by its parent. Resolves when none is left, `false` when some would not die. It waits in real time,
 * since processes end in it.
 */
export async function endProcesses(tree: ProcessTree): Promise<boolean> {
  const begun = performance.now();
  const known = new Set<string>();
  for (;;) {
    const left = await processesOf(tree, known);
    if (left.length === 0) return true;
    const elapsed = performance.now() - begun;
    if (elapsed > firmMs) return false;
    for (const { pid, identity } of left) {
      if (elapsed >= politeMs) send(pid, "SIGKILL");
      else if (!known.has(identity)) send(pid, "SIGTERM");
      known.add(identity);
    }
    await delay(pollMs);
  }
}
