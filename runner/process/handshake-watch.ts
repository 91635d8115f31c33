import type { Clock } from "@/lib/core/clock";
import { truncateText } from "@/lib/core/plain-text";
import { processActivity } from "../limits/process-tree";
import { RunFailure } from "../limits/run-failure";
import type { AgentProcess } from "./agent-process";

/** A program that neither writes nor computes for this long hangs. */
const idleMs = 12_000;
const startTimeoutMs = 120_000;
/** Without a session for this long, a start is slow. */
const slowMs = 10_000;
const pauseMs = 2_000;
const maxLastOutput = 200;
/** A program that waits still uses some processor time between two checks. */
const idleTicks = 4;

const seconds = (ms: number) => `${Math.round(ms / 1000)} seconds`;

type Watched = Pick<AgentProcess, "stderrTail" | "strayOutput" | "isolated">;

/** Text instead of messages means that the wrong program was started, or this one in the wrong mode. */
function failure(process: Watched, message: string): RunFailure {
  const stray = process.strayOutput();
  const output = [process.stderrTail(), stray].filter(Boolean).join("\n");
  const code = stray === "" ? "agent_not_responding" : "agent_protocol";
  return new RunFailure(code, output === "" ? message : `${message}:\n${output}`);
}

/** What a slow program is doing, with the end of its output. */
function slowStart(process: Watched): string {
  const output = [process.stderrTail(), process.strayOutput()].filter(Boolean).join("\n");
  const last = output.split("\n").at(-1)?.trim() ?? "";
  const wait = `The agent is still starting after ${seconds(slowMs)}. While it is busy, it has ${seconds(startTimeoutMs)} to start.`;
  return last === "" ? wait : `${wait} Last output: ${truncateText(last, maxLastOutput)}`;
}

/**
 * Rejects with the program's standard error if the handshake takes too long, or sooner if the program does nothing.
 * `marker` identifies its processes. `onSlow` is called once if the start is slow, with what the program is doing.
 */
export async function withHandshakeWatch<T>(
  clock: Clock,
  process: Watched,
  marker: string,
  work: Promise<T>,
  onSlow: (message: string) => void = () => undefined,
): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    const startedAt = clock.now();
    let activeAt = startedAt;
    const measure = () => ({ stderr: process.stderrTail(), ...processActivity(marker, process.isolated) });
    let before = measure();
    let reported = false;
    const check = () => {
      const now = measure();
      const { ticks, running } = now;
      const computed = ticks === undefined || running || Math.abs(ticks - (before.ticks ?? 0)) > idleTicks;
      if (computed || now.stderr !== before.stderr) activeAt = clock.now();
      before = now;
      const waited = clock.now() - startedAt;
      if (waited >= slowMs && !reported) {
        reported = true;
        onSlow(slowStart(process));
      }
      if (clock.now() - activeAt >= idleMs) {
        reject(failure(process, `the agent didn't respond to the handshake and was idle for ${seconds(idleMs)}`));
      } else if (waited >= startTimeoutMs) {
        reject(failure(process, `the agent didn't start within ${seconds(startTimeoutMs)}`));
      } else stop = clock.after(pauseMs, check);
    };
    stop = clock.after(pauseMs, check);
  });
  return Promise.race([work, late]).finally(() => stop());
}
