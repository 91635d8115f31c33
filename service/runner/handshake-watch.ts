import type { Clock } from "@/lib/core/clock";
import type { AgentProcess } from "./agent-process";
import { processorTime } from "./process-tree";
import { RunFailure } from "./run-failure";

/** A program that neither writes nor computes for this long hangs. */
const idleMs = 20_000;
const startTimeoutMs = 120_000;
const pauseMs = 5_000;
/** A program that waits still uses some processor time between two checks. */
const idleTicks = 10;

const seconds = (ms: number) => `${Math.round(ms / 1000)} seconds`;

function failure(process: Pick<AgentProcess, "stderrTail">, message: string): RunFailure {
  const stderr = process.stderrTail();
  return new RunFailure("agent_crashed", stderr === "" ? message : `${message}:\n${stderr}`);
}

/**
 * Rejects with the program's standard error if the handshake takes too long, or sooner if the program does nothing.
 * `marker` identifies its processes.
 */
export async function withHandshakeWatch<T>(
  clock: Clock,
  process: Pick<AgentProcess, "stderrTail">,
  marker: string,
  work: Promise<T>,
): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    const startedAt = clock.now();
    let activeAt = startedAt;
    const measure = () => ({ stderr: process.stderrTail(), cpu: processorTime(marker) });
    let before = measure();
    const check = () => {
      const now = measure();
      const computed = now.cpu === undefined || Math.abs(now.cpu - (before.cpu ?? 0)) > idleTicks;
      if (computed || now.stderr !== before.stderr) activeAt = clock.now();
      before = now;
      const waited = clock.now() - startedAt;
      if (clock.now() - activeAt >= idleMs) {
        reject(failure(process, `the agent didn't answer the handshake and did nothing for ${seconds(idleMs)}`));
      } else if (waited >= startTimeoutMs) {
        reject(failure(process, `the agent didn't start within ${seconds(startTimeoutMs)}`));
      } else stop = clock.after(pauseMs, check);
    };
    stop = clock.after(pauseMs, check);
  });
  return Promise.race([work, late]).finally(() => stop());
}
