import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

const maxNiceness = 19;
/** Linux accepts one change of a session's niceness per 100 ms from programs without privileges. */
const retryMs = 150;
const tries = 40;

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/**
 * Linux can share processor time among sessions first, and then among the processes of each (autogroup). Niceness counts
 * only inside a session, so a detached process has the priority of its session.
 */
function setSessionNiceness(child: ChildProcess, niceness: number, left = tries): void {
  if (child.pid === undefined || !isRunning(child)) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(niceness));
  } catch (error) {
    const isBusy = error instanceof Error && "code" in error && error.code === "EAGAIN";
    if (isBusy && left > 0) setTimeout(() => setSessionNiceness(child, niceness, left - 1), retryMs).unref();
  }
}

/** Lowers the priority of a detached process, and of those it starts from now on, relative to this process. */
export function lowerPriority(child: ChildProcess, niceness: { process: number; session: number }): void {
  if (child.pid === undefined) return;
  setSessionNiceness(child, niceness.session);
  try {
    setPriority(child.pid, Math.min(maxNiceness, getPriority() + niceness.process));
  } catch {
    // It has exited.
  }
}
