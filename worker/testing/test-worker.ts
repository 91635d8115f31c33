import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { z } from "zod";

const Ready = z.object({ workerId: z.string(), managementPort: z.number().optional() });

export interface TestProgram {
  child: ChildProcess;
  /** Its standard error: log and error messages. */
  errors(): string;
  output(): string;
  /** Sends a signal. Resolves with its exit code and signal. */
  end(signal: NodeJS.Signals): Promise<[number | null, NodeJS.Signals | null]>;
  exited: Promise<[number | null, NodeJS.Signals | null]>;
}

/** Runs `slipway <argv>` as a child process, without inherited `SVC_` variables. */
export function startProgram(
  argv: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): TestProgram {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_"));
  const child = spawn(process.execPath, [join(process.cwd(), "scripts", "slipway.mjs"), ...argv], {
    cwd: options.cwd,
    env: { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(inherited), ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exited = once(child, "exit").then(([code, signal]): [number | null, NodeJS.Signals | null] => [code, signal]);
  return {
    child,
    output: () => output,
    errors: () => errors,
    exited,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
}

export interface TestWorker extends TestProgram {
  workerId: string;
  /** URL of its management endpoints, if enabled. */
  management: string;
}

/** Creates a temporary folder for workers. */
export async function workerFolder(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), "slipway-worker-"));
  return { dir, remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a worker. Resolves once it is running, connected or not. */
export async function startTestWorker(
  argv: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<TestWorker> {
  const program = startProgram(["worker", ...argv, "start"], options);
  await Promise.race([
    vi.waitFor(() => expect(program.output()).toContain("\n"), { timeout: 60_000, interval: 20 }),
    program.exited.then(([code]) => {
      throw new Error(`the worker exited with ${code}: ${program.errors()}`);
    }),
  ]);
  const { workerId, managementPort } = Ready.parse(JSON.parse(program.output().split("\n")[0] ?? ""));
  return { ...program, workerId, management: `http://127.0.0.1:${managementPort}` };
}
