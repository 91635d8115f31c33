import { readdirSync, readFileSync, statfsSync, statSync } from "node:fs";

const bytesPerBlock = 512;
/** Types of file systems in memory: tmpfs, which files of `memfd_create` are on, and hugetlbfs. */
const memoryTypes: readonly number[] = [0x01021994, 0x958458f6];

const sum = (values: Iterable<number>) => [...values].reduce((total, each) => total + each, 0);

/** The text of a process's file; empty for a process that has ended or can't be read. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

/** Sum of the fields whose name matches, such as `RssAnon:  12 kB`, in bytes. */
const kilobytes = (text: string, name: RegExp) => sum([...text.matchAll(name)].map(([, size]) => Number(size) * 1024));

/** Files without a path that processes keep open, in bytes on disk or in memory. Each counts once. */
export interface UnlinkedFiles {
  diskBytes: number;
  /** Those created in memory (`memfd_create`), and those of temporary file systems. */
  memoryBytes: number;
}

/** Measures the unlinked files that processes have open. Those next to the workspace count as files on disk in any case. */
export function unlinkedFiles(pids: readonly number[], workspaceDir: string): UnlinkedFiles {
  const workspace = statSync(workspaceDir, { throwIfNoEntry: false })?.dev;
  const found = new Map<string, { inMemory: boolean; bytes: number }>();
  for (const pid of pids) {
    let names: string[] = [];
    try {
      names = readdirSync(`/proc/${pid}/fd`);
    } catch {
      // It has ended.
    }
    for (const name of names) {
      try {
        const path = `/proc/${pid}/fd/${name}`;
        const state = statSync(path, { throwIfNoEntry: false });
        if (state === undefined || state.nlink > 0 || !state.isFile()) continue;
        const inMemory = state.dev !== workspace && memoryTypes.includes(statfsSync(path).type);
        found.set(`${state.dev}:${state.ino}`, { inMemory, bytes: state.blocks * bytesPerBlock });
      } catch {
        // It was closed.
      }
    }
  }
  const files = [...found.values()];
  const bytesIn = (memory: boolean) =>
    sum(files.filter(({ inMemory }) => inMemory === memory).map(({ bytes }) => bytes));
  return { diskBytes: bytesIn(false), memoryBytes: bytesIn(true) };
}

/** Number of processes and their threads. */
export function countThreads(pids: readonly number[]): number {
  return sum(pids.map((pid) => Number(/^Threads:\s+(\d+)/m.exec(read(pid, "status"))?.[1] ?? 0)));
}

const resident = /^(?:Rss(?:Anon|Shmem)|VmSwap):\s+(\d+)/gm;
/** Pages that several processes share count in proportion. */
const proportional = /^(?:Pss_(?:Anon|Shmem)|SwapPss):\s+(\d+)/gm;

/** More exact than {@link resident}, but takes longer. Kernels before 5.6 don't have it. */
function proportionalMemory(pid: number): number {
  const text = read(pid, "smaps_rollup");
  return text.includes("Pss_Shmem:") ? kilobytes(text, proportional) : kilobytes(read(pid, "status"), resident);
}

/**
 * Memory of processes that isn't a file's on disk, in bytes. Above `enough`, what processes share is measured again and counts once
 * instead of for each process.
 */
export function measureMemory(pids: readonly number[], workspaceDir: string, enough: number): number {
  const { memoryBytes } = unlinkedFiles(pids, workspaceDir);
  const size = memoryBytes + sum(pids.map((pid) => kilobytes(read(pid, "status"), resident)));
  return size <= enough ? size : memoryBytes + sum(pids.map(proportionalMemory));
}
