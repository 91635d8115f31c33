import { spawn } from "node:child_process";
import { KeptOutput } from "./kept-output";

const outputLimit = 1_048_576;
/** A process left in the background may hold the output open; what was printed before still arrives. */
const drainMs = 150;

export interface ProgramOptions {
  cwd: string;
  signal: AbortSignal;
  input?: string;
  timeLimitMs: number;
  /** Gets the output while it comes, up to half the bound, and what is kept of the rest at the end. */
  onOutput?: (stream: "stdout" | "stderr", data: Buffer) => void;
}

export interface ProgramEnd {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  executionTime: number;
  timedOut: boolean;
  /** Set when the program could not be started. */
  error: string | undefined;
}

/** Runs a program in a process group of its own. An abort kills the group at once; so does the time limit. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { cwd, signal, input, timeLimitMs, onOutput } = options;
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "pipe"], detached: true });
    const kept = { stdout: new KeptOutput(outputLimit / 2), stderr: new KeptOutput(outputLimit / 2) };
    let timedOut = false;
    let settled = false;
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group ended by itself.
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
      const executionTime = Math.round(performance.now() - begun);
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
