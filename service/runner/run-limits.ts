import type { Clock } from "@/lib/core/clock";
import { folderSize } from "@/service/git/folder-size";
import { countProcesses } from "./process-tree";
import { RunFailure } from "./run-failure";

/** What one run may take at most; what is left out is not limited. */
export interface RunLimits {
  /** Milliseconds from the first clone to the last push. */
  timeMs?: number | undefined;
  /** Bytes of the agent's workspace on disk. A run that begins with more may not add to it. */
  workspaceBytes?: number | undefined;
  /** Processes at once, where the system tells of them. */
  processes?: number | undefined;
}

export interface LimitWatch {
  /** Aborts, with the failure as its reason, when a limit is passed. */
  signal: AbortSignal;
  stop(): void;
}

const pauseMs = 2_000;
/** Looking at a large workspace takes time itself; it may take a twentieth of it at most. */
const pauseShare = 20;

const inWords = (ms: number) => (ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${ms / 1_000} seconds`);
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/** Watches a run's limits until it is stopped. */
export function watchLimits(
  limits: RunLimits,
  { workspaceDir, marker }: { workspaceDir: string; marker: string },
  clock: Clock,
): LimitWatch {
  const passed = new AbortController();
  const { timeMs, workspaceBytes, processes } = limits;
  let stopped = false;
  let cancelLook = () => {};
  let cancelCount = () => {};
  const cancelTime =
    timeMs === undefined
      ? () => {}
      : clock.after(timeMs, () =>
          passed.abort(new RunFailure("time_limit", `the run took longer than ${inWords(timeMs)}`)),
        );

  async function look(allowed: number): Promise<void> {
    const begun = clock.now();
    const size = await folderSize(workspaceDir, allowed);
    if (stopped) return;
    if (size > allowed) {
      passed.abort(new RunFailure("disk_limit", `the workspace grew beyond ${megabytes(allowed)}`));
      return;
    }
    cancelLook = clock.after(Math.max(pauseMs, (clock.now() - begun) * pauseShare), () => void look(allowed));
  }
  function count(allowed: number): void {
    const running = countProcesses(marker);
    if (stopped) return;
    if (running > allowed) {
      passed.abort(new RunFailure("process_limit", `the run had more than ${allowed} processes at once`));
      return;
    }
    cancelCount = clock.after(pauseMs, () => count(allowed));
  }
  if (processes !== undefined) count(processes);
  if (workspaceBytes !== undefined) {
    void folderSize(workspaceDir).then((size) => (stopped ? undefined : look(Math.max(size, workspaceBytes))));
  }

  return {
    signal: passed.signal,
    stop() {
      stopped = true;
      cancelTime();
      cancelLook();
      cancelCount();
    },
  };
}
