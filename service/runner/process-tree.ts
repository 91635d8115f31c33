import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
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

async function linuxProcess(pid: number, marker: string): Promise<ProcessEntry | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold spaces and parentheses; the fields after it start with the third.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === "Z" || state === "X") return undefined;
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    const marked = `\0${environment}`.includes(`\0${marker}\0`);
    return { pid, parent: Number(parent), group: Number(group), marked, identity: `${pid}@${fields[19]}` };
  } catch {
    return undefined;
  }
}

async function linuxProcesses(marker: string): Promise<ProcessEntry[]> {
  const names = await readdir("/proc");
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(pids.map((pid) => linuxProcess(pid, marker)));
  return entries.filter((entry) => entry !== undefined);
}

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
  const entries = process.platform === "linux" ? await linuxProcesses(tree.marker) : await listedProcesses();
  const belongs = ({ marked, group, identity }: ProcessEntry) =>
    marked || tree.groups.includes(group) || known.has(identity);
  const found = withDescendants(entries, belongs);
  found.delete(process.pid);
  return [...found.values()];
}

const freshMs = 1_000;
let recent: { at: number; entries: Promise<(ProcessEntry & { environment: string })[]> } | undefined;

async function allProcesses() {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = names.map(async (name) => {
    const entry = await linuxProcess(Number(name), "");
    const environment = await readFile(`/proc/${name}/environ`, "utf8").catch(() => "");
    return entry ? [{ ...entry, environment: `\0${environment}` }] : [];
  });
  return (await Promise.all(entries)).flat();
}

/**
 * How many processes a run has about now: those with its mark and their descendants. One look at the machine serves all
 * runs for a second. 0 on systems without /proc.
 */
export async function countProcesses(marker: string): Promise<number> {
  if (process.platform !== "linux") return 0;
  const now = performance.now();
  if (!recent || now - recent.at > freshMs) recent = { at: now, entries: allProcesses() };
  const entries = await recent.entries;
  const marked = entries.map((entry) => ({ ...entry, marked: entry.environment.includes(`\0${marker}\0`) }));
  return withDescendants(marked, ({ marked: own }) => own).size;
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
