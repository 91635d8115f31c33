import type { Readable } from "node:stream";
import { exitCode } from "@/lib/core/process/exit-code";
import type { RunSandbox } from "./run-sandbox";
import type { SandboxedCommand } from "./sandbox";

export interface CommandResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

export interface CommandOptions extends SandboxedCommand {
  input?: string | Buffer;
  /** The command is killed when it prints more. */
  maxOutputBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** The command exceeded its output or time limit. */
export class CommandLimit extends Error {}

const keptStderr = 16 * 1024;

/** Reads a stream to its end. Calls `exceeded` when it is longer than `limit`. */
async function readBounded(stream: Readable, limit: number, exceeded: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) {
      exceeded();
      break;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Runs a command of the service inside a run's sandbox to completion. Throws {@link CommandLimit} when it exceeds its bounds
 * and the signal's reason when that aborts.
 */
export async function runCommand(sandbox: RunSandbox, options: CommandOptions): Promise<CommandResult> {
  const { input, maxOutputBytes, timeoutMs, signal } = options;
  signal?.throwIfAborted();
  const { child, stdin, stdout, stderr } = sandbox.spawn(options);
  let limit: CommandLimit | undefined;
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already exited.
    }
  };
  const stop = (reason: string) => {
    limit ??= new CommandLimit(reason);
    kill();
  };
  const timer = setTimeout(() => stop(`took longer than ${timeoutMs / 1000} seconds`), timeoutMs);
  signal?.addEventListener("abort", kill, { once: true });
  let errorOutput = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptStderr);
  });
  try {
    stdin.end(input ?? "");
    const ended = exitCode(child);
    const [output, code] = await Promise.all([
      readBounded(stdout, maxOutputBytes, () => stop(`printed more than ${maxOutputBytes} bytes`)),
      ended,
    ]);
    signal?.throwIfAborted();
    if (limit) throw limit;
    return { code, stdout: output, stderr: errorOutput };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
    kill();
  }
}
