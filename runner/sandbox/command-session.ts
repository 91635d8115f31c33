import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Mutex } from "async-mutex";
import { createReader } from "./byte-reader";
import {
  CommandEnd,
  frameHeaderBytes,
  frameKinds,
  maxFrameBytes,
  type SessionRequest,
} from "./inside/session-protocol";
import type { SandboxedProcess } from "./sandbox";

export interface SessionLimits {
  maxOutputBytes: number;
  /** Milliseconds; without it unlimited. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface SessionResult {
  /** -1 if the command was killed. */
  code: number;
  stdout: Buffer;
  /** Its first 64 KiB. */
  stderr: string;
  /** The limit that ended the command. */
  exceeded?: "output" | "time";
}

/** Runs commands one after another in one sandboxed process, which starts with the first. */
export interface CommandSession {
  /** Throws the signal's reason when that aborts. A command that is stopped ends the process; the next starts another. */
  run(request: SessionRequest, limits: SessionLimits): Promise<SessionResult>;
  /** Ends the process and everything in its sandbox. A later command starts another. */
  end(): Promise<void>;
}

/** How long a process can take to end before it is killed, in milliseconds. */
const endGraceMs = 2_000;
const stderrCap = 64 * 1024;
const endLimit = 1_024;

interface LiveProcess {
  sandboxed: SandboxedProcess;
  read: (count: number) => Promise<Buffer>;
  closed: Promise<unknown>;
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

function follow(sandboxed: SandboxedProcess): LiveProcess {
  const { child, stdout, stderr } = sandboxed;
  let errors = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  // A process that doesn't start emits `error` only.
  const closed = Promise.race([once(child, "close"), new Promise((resolve) => child.once("error", resolve))]);
  closed.catch(() => undefined);
  const read = createReader(stdout, () => new Error(`the sandbox ended early: ${errors.trim()}`));
  return { sandboxed, read, closed };
}

/** Reads the frames of one command. Throws for anything but valid frames. */
async function readResult({ read }: LiveProcess, maxOutputBytes: number): Promise<SessionResult> {
  // Copied into one block: a buffer per frame takes far more memory than the single byte a frame can have.
  let stdout = Buffer.alloc(0);
  const stderr: Buffer[] = [];
  let size = 0;
  let errorSize = 0;
  for (;;) {
    const header = await read(frameHeaderBytes);
    const kind = header.readUInt8();
    const length = header.readUInt32BE(1);
    if (length > maxFrameBytes) throw new Error(`the sandbox sent a frame of ${length} bytes`);
    const bytes = await read(length);
    if (kind === frameKinds.stdout) {
      if (size + length > maxOutputBytes) return { code: -1, stdout: Buffer.alloc(0), stderr: "", exceeded: "output" };
      if (size + length > stdout.length) stdout = Buffer.concat([stdout], 2 * (size + length));
      bytes.copy(stdout, size);
      size += length;
    } else if (kind === frameKinds.stderr) {
      if (length > 0 && errorSize < stderrCap) stderr.push(bytes.subarray(0, stderrCap - errorSize));
      errorSize += length;
    } else if (kind === frameKinds.end && length <= endLimit) {
      const { code } = CommandEnd.parse(JSON.parse(bytes.toString("utf8")));
      return { code, stdout: stdout.subarray(0, size), stderr: Buffer.concat(stderr).toString("utf8") };
    } else throw new Error("the sandbox sent an invalid frame");
  }
}

/** Opens a session. `start` starts the helper program's `session` in a sandbox. What it sends is untrusted. */
export function openCommandSession(start: () => SandboxedProcess): CommandSession {
  const mutex = new Mutex();
  let live: LiveProcess | undefined;

  async function discard(process: LiveProcess): Promise<void> {
    if (live === process) live = undefined;
    kill(process.sandboxed.child);
    // A paused stream with unread bytes never closes.
    process.sandboxed.stdout.destroy();
    await process.closed;
  }

  async function runNow(request: SessionRequest, limits: SessionLimits): Promise<SessionResult> {
    const { maxOutputBytes, timeoutMs, signal } = limits;
    signal?.throwIfAborted();
    live ??= follow(start());
    const process = live;
    const { child, stdin } = process.sandboxed;
    let isLate = false;
    const stop = () => kill(child);
    const late = () => {
      isLate = true;
      stop();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      stdin.write(`${JSON.stringify(request)}\n`);
      const result = await readResult(process, maxOutputBytes);
      if (result.exceeded) await discard(process);
      return result;
    } catch (error) {
      await discard(process);
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : "the sandbox failed";
      return { code: -1, stdout: Buffer.alloc(0), stderr: reason, ...(isLate ? { exceeded: "time" } : {}) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted && live === process) await discard(process);
    }
  }

  async function endNow(): Promise<void> {
    if (!live) return;
    const process = live;
    live = undefined;
    const timer = setTimeout(() => kill(process.sandboxed.child), endGraceMs);
    process.sandboxed.stdin.end();
    process.sandboxed.stdout.destroy();
    await process.closed;
    clearTimeout(timer);
  }

  return {
    run: (request, limits) => mutex.runExclusive(() => runNow(request, limits)),
    end: () => mutex.runExclusive(endNow),
  };
}
