import { statfs } from "node:fs/promises";
import { folderSize } from "@/git/folder-size";
import type { Clock } from "@/lib/core/clock";
import { countThreads, measureMemory, unlinkedFiles } from "./measure-processes";
import { runProcessIds } from "./process-tree";
import { RunFailure } from "./run-failure";
import type { RunGroup } from "./run-group";

/** The limits of one run. Omitted limits aren't enforced. */
export interface RunLimits {
  /** Milliseconds from the first clone to the last push. */
  timeMs?: number | undefined;
  /** Milliseconds from the start to the agent's: clones and images. */
  preparationMs?: number | undefined;
  /** Milliseconds to commit and push, after the agent's end. */
  publicationMs?: number | undefined;
  /** Milliseconds that terminals the agent left open may continue after its turn. */
  backgroundMs?: number | undefined;
  /** Bytes of the agent's workspace on disk. A run that starts with more can't add to it. */
  workspaceBytes?: number | undefined;
  /** Bytes that must stay free on the disk of the workspace. */
  freeBytes?: number | undefined;
  /** Concurrent processes and threads, on Linux. */
  processes?: number | undefined;
  /** Processors whose time all processes use together, where control groups are delegated. */
  processors?: number | undefined;
  /** Bytes of memory that all processes use together, shared memory and files in memory included, on Linux. */
  memoryBytes?: number | undefined;
}

export interface LimitWatch {
  /** Aborts, with the failure as its reason, when a limit is exceeded. */
  signal: AbortSignal;
  /** The limit that was exceeded, also if that isn't noticed yet; `undefined` if none was. */
  failure(): RunFailure | undefined;
  /** Starts the time of a phase, and ends that of the one before. */
  phase(phase: Phase): void;
  stop(): void;
}

type Phase = "preparation" | "agent" | "publication";

const pauseMs = 2_000;
/** Processes and memory are measured this often. */
const measureMs = 500;
/** Measuring takes at most a twentieth of the time. */
const pauseFactor = 20;

/** A time limit in words. */
export function formatDuration(ms: number): string {
  const [count, unit] = ms % 60_000 === 0 ? [ms / 60_000, "minute"] : [ms / 1_000, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
async function freeSpace(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY;
}
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/** What the limits apply to. */
export interface LimitedRun {
  workspaceDir: string;
  /** `NAME=value` in the environment of every process of the run. */
  marker: string;
  /** Its processes can't leave those below this process. */
  isolated: boolean;
  /** Control group of its sandboxed processes. What it doesn't limit is measured. */
  group: RunGroup | undefined;
}

/**
 * The limit of processes or memory that is exceeded. What the control group doesn't limit is measured: image builds, whose processes aren't in it,
 * and without a controller all processes.
 */
function exceededByProcesses(
  { processes, memoryBytes }: RunLimits,
  { workspaceDir, marker, isolated, group }: LimitedRun,
): RunFailure | undefined {
  const kernel = group?.exceeded();
  const inGroup = group?.processIds();
  const pids = runProcessIds(marker, isolated);
  const measured = (byKernel: boolean | undefined) =>
    byKernel === undefined ? pids : pids.filter((pid) => !inGroup?.has(pid));
  const tooManyThreads = (limit: number) => countThreads(measured(kernel?.processes)) > limit;
  if (processes !== undefined && (kernel?.processes || tooManyThreads(processes))) {
    return new RunFailure("process_limit", `the run had more than ${processes} concurrent processes and threads`);
  }
  const tooMuchMemory = (limit: number) => measureMemory(measured(kernel?.memory), workspaceDir, limit) > limit;
  if (memoryBytes !== undefined && (kernel?.memory || tooMuchMemory(memoryBytes))) {
    return new RunFailure("memory_limit", `the run used more than ${megabytes(memoryBytes)} of memory`);
  }
  return undefined;
}

/** Watches a run's limits until it is stopped. */
export function watchLimits(limits: RunLimits, run: LimitedRun, clock: Clock): LimitWatch {
  const { workspaceDir, marker, isolated } = run;
  const exceeded = new AbortController();
  let failed: RunFailure | undefined;
  const fail = (failure: RunFailure) => {
    failed ??= failure;
    exceeded.abort(failed);
  };
  const { timeMs, workspaceBytes, freeBytes = 0, processes, memoryBytes } = limits;
  let stopped = false;
  let cancelSizeCheck = () => {};
  let cancelMeasure = () => {};
  let cancelPhase = () => {};
  const cancelTime =
    timeMs === undefined
      ? () => {}
      : clock.after(timeMs, () =>
          fail(new RunFailure("time_limit", `the run took longer than ${formatDuration(timeMs)}`)),
        );

  const pauseAfter = (startedAt: number, least: number) => Math.max(least, (clock.now() - startedAt) * pauseFactor);

  async function checkSize(allowed: number): Promise<void> {
    const startedAt = clock.now();
    const { diskBytes } = unlinkedFiles(runProcessIds(marker, isolated), workspaceDir);
    const [size, free] = await Promise.all([folderSize(workspaceDir, allowed), freeSpace(workspaceDir)]);
    if (stopped) return;
    if (free < freeBytes) {
      fail(new RunFailure("disk_limit", "this machine's disk is almost full"));
      return;
    }
    if (size + diskBytes > allowed) {
      fail(new RunFailure("disk_limit", `the workspace exceeded ${megabytes(allowed)}`));
      return;
    }
    cancelSizeCheck = clock.after(pauseAfter(startedAt, pauseMs), () => void checkSize(allowed));
  }
  function measure(): void {
    const startedAt = clock.now();
    const failure = exceededByProcesses(limits, run);
    if (failure) fail(failure);
    else cancelMeasure = clock.after(pauseAfter(startedAt, measureMs), measure);
  }
  if (processes !== undefined || memoryBytes !== undefined) measure();
  if (workspaceBytes !== undefined) {
    void folderSize(workspaceDir).then((size) => (stopped ? undefined : checkSize(Math.max(size, workspaceBytes))));
  }

  const phases: Record<Phase, { ms?: number | undefined; what: string }> = {
    preparation: { ms: limits.preparationMs, what: "preparing the workspace" },
    agent: { what: "" },
    publication: { ms: limits.publicationMs, what: "committing and pushing" },
  };
  const phase = (next: Phase) => {
    cancelPhase();
    const { ms, what } = phases[next];
    if (ms === undefined) return;
    cancelPhase = clock.after(ms, () =>
      fail(new RunFailure("time_limit", `${what} took longer than ${formatDuration(ms)}`)),
    );
  };
  phase("preparation");

  return {
    signal: exceeded.signal,
    // The kernel ends all processes of a run at its memory limit, so the agent's end can be noticed first.
    failure: () => failed ?? (run.group && exceededByProcesses(limits, run)),
    phase,
    stop() {
      stopped = true;
      cancelTime();
      cancelPhase();
      cancelSizeCheck();
      cancelMeasure();
    },
  };
}
