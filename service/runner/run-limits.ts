import type { Clock } from "@/lib/core/clock";
import { folderSize } from "@/service/git/folder-size";
import { countProcesses } from "./process-tree";
import { RunFailure } from "./run-failure";

/** Limits of a run. Missing values are unlimited. */
export interface RunLimits {
  /** Milliseconds from the first clone to the last push. */
  timeMs?: number | undefined;
  /** Bytes of the agent's workspace on disk. A run that starts with more can't add to it. */
  workspaceBytes?: number | undefined;
  /** Concurrent processes, on systems that report them. */
  processes?: number | undefined;
}

export interface LimitWatch {
  /** Aborts with the failure as its reason when a limit is exceeded. */
  signal: AbortSignal;
  stop(): void;
}

const pauseMs = 2_000;
/** Measuring a large workspace takes time. At most one twentieth of the time is spent on it. */
const pauseFactor = 20;

const formatDuration = (ms: number) => (ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${ms / 1_000} seconds`);
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/** Watches a run's limits until it is stopped. */
export function watchLimits(
  limits: RunLimits,
  { workspaceDir, marker }: { workspaceDir: string; marker: string },
  clock: Clock,
): LimitWatch {
  const exceeded = new AbortController();
  const { timeMs, workspaceBytes, processes } = limits;
  let stopped = false;
  let cancelSizeCheck = () => {};
  let cancelCount = () => {};
  const cancelTime =
    timeMs === undefined
      ? () => {}
      : clock.after(timeMs, () =>
          exceeded.abort(new RunFailure("time_limit", `the run took longer than ${formatDuration(timeMs)}`)),
        );

  async function checkSize(allowed: number): Promise<void> {
    const startedAt = clock.now();
    const size = await folderSize(workspaceDir, allowed);
    if (stopped) return;
    if (size > allowed) {
      exceeded.abort(new RunFailure("disk_limit", `the workspace exceeded ${megabytes(allowed)}`));
      return;
    }
    cancelSizeCheck = clock.after(
      Math.max(pauseMs, (clock.now() - startedAt) * pauseFactor),
      () => void checkSize(allowed),
    );
  }
  function count(allowed: number): void {
    const running = countProcesses(marker);
    if (stopped) return;
    if (running > allowed) {
      exceeded.abort(new RunFailure("process_limit", `the run had more than ${allowed} concurrent processes`));
      return;
    }
    cancelCount = clock.after(pauseMs, () => count(allowed));
  }
  if (processes !== undefined) count(processes);
  if (workspaceBytes !== undefined) {
    void folderSize(workspaceDir).then((size) => (stopped ? undefined : checkSize(Math.max(size, workspaceBytes))));
  }

  return {
    signal: exceeded.signal,
    stop() {
      stopped = true;
      cancelTime();
      cancelSizeCheck();
      cancelCount();
    },
  };
}
