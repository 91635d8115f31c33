import { spawn } from "node:child_process";
import { BoundedOutput } from "./bounded-output";

const outputLimit = 1_048_576;
/** A background process may keep the output open. Time to read what was printed before. */
const drainMs = 150;

export interface ProgramOptions {
  cwd: string;
  signal: AbortSignal;
  input?: string;
  timeLimitMs: number;
  /** Receives output as it arrives, up to half the limit, and the remaining kept output at the end. */
  onOutput?: (stream: "stdout" | "stderr", data: Buffer) => void;
}

export interface ProgramEnd {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  executionTime: number;
  timedOut: boolean;
  /** Set if the program couldn't be started. */
  error: string | undefined;
}

/** Runs a program in a new process group. An abort or the time limit kills the group. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { cwd, signal, input, timeLimitMs, onOutput } = options;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "pipe"], detached: true });
    const kept = { stdout: new BoundedOutput(outputLimit / 2), stderr: new BoundedOutput(outputLimit / 2) };
    let timedOut = false;
    let settled = false;
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group already ended.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeLimitMs);
    const settle = (exitCode: number | null, ended: string | null, error?: string) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      for (const stream of ["stdout", "stderr"] as const) {
        const rest = kept[stream].rest();
        if (rest.length > 0) onOutput?.(stream, rest);
      }
      const executionTime = Math.round(performance.now() - startedAt);
      const [stdout, stderr] = [kept.stdout.text(), kept.stderr.text()];
      resolve({ exitCode, signal: ended, stdout, stderr, executionTime, timedOut, error });
    };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].on("data", (chunk: Buffer) => {
        if (settled) return;
        const head = kept[stream].add(chunk);
        if (head.length > 0) onOutput?.(stream, head);
      });
    }
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
    child.once("error", (error) => settle(null, null, error.message));
    child.once("exit", (code, ended) => setTimeout(() => settle(code, ended), drainMs));
    child.once("close", (code, ended) => settle(code, ended));
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
  });
}
