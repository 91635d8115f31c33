import { statfs } from "node:fs/promises";
import { folderSize } from "@/git/folder-size";
import type { Clock } from "@/lib/core/clock";
import { measureProcesses } from "./process-tree";
import { RunFailure } from "./run-failure";

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
  /** Concurrent processes, on Linux. */
  processes?: number | undefined;
  /** Processors whose time all processes use together, where control groups are delegated. */
  processors?: number | undefined;
  /** Bytes of memory that all processes use together, on Linux. */
  memoryBytes?: number | undefined;
}

export interface LimitWatch {
  /** Aborts, with the failure as its reason, when a limit is exceeded. */
  signal: AbortSignal;
  /** Starts the time of a phase, and ends that of the one before. */
  phase(phase: Phase): void;
  stop(): void;
}

type Phase = "preparation" | "agent" | "publication";

const pauseMs = 2_000;
/** Processes and memory are measured this often. */
const measureMs = 500;
/** Measuring a large workspace takes at most a twentieth of the time. */
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

/** Watches a run's limits until it is stopped. */
export function watchLimits(
  limits: RunLimits,
  { workspaceDir, marker, isolated }: { workspaceDir: string; marker: string; isolated: boolean },
  clock: Clock,
): LimitWatch {
  const exceeded = new AbortController();
  const { timeMs, workspaceBytes, freeBytes = 0, processes, memoryBytes } = limits;
  let stopped = false;
  let cancelSizeCheck = () => {};
  let cancelMeasure = () => {};
  let cancelPhase = () => {};
  const cancelTime =
    timeMs === undefined
      ? () => {}
      : clock.after(timeMs, () =>
          exceeded.abort(new RunFailure("time_limit", `the run took longer than ${formatDuration(timeMs)}`)),
        );

  async function checkSize(allowed: number): Promise<void> {
    const startedAt = clock.now();
    const [size, free] = await Promise.all([folderSize(workspaceDir, allowed), freeSpace(workspaceDir)]);
    if (stopped) return;
    if (free < freeBytes) {
      exceeded.abort(new RunFailure("disk_limit", "this machine's disk is almost full"));
      return;
    }
    if (size > allowed) {
      exceeded.abort(new RunFailure("disk_limit", `the workspace exceeded ${megabytes(allowed)}`));
      return;
    }
    cancelSizeCheck = clock.after(
      Math.max(pauseMs, (clock.now() - startedAt) * pauseFactor),
      () => void checkSize(allowed),
    );
  }
  function measure(): void {
    const running = measureProcesses(marker, isolated);
    if (stopped) return;
    if (processes !== undefined && running.count > processes) {
      exceeded.abort(new RunFailure("process_limit", `the run had more than ${processes} concurrent processes`));
    } else if (memoryBytes !== undefined && running.memoryBytes > memoryBytes) {
      exceeded.abort(new RunFailure("memory_limit", `the run used more than ${megabytes(memoryBytes)} of memory`));
    } else cancelMeasure = clock.after(measureMs, measure);
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
      exceeded.abort(new RunFailure("time_limit", `${what} took longer than ${formatDuration(ms)}`)),
    );
  };
  phase("preparation");

  return {
    signal: exceeded.signal,
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
