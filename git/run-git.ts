import { isUtf8 } from "node:buffer";
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { dirname } from "node:path";
import { redact } from "@/lib/core/log";
import { spanUntil, traced } from "@/lib/core/tracing/tracing";
import { pathBytes } from "./path-text";

export type GitProtocol = "https" | "http" | "file";

export interface SpawnGitOptions {
  /** The repository or working tree. Git doesn't search parent folders. */
  cwd?: string;
  /** Added to the fixed environment. */
  env?: Readonly<Record<string, string>>;
  /** `-c` settings in addition to the built-in ones; an array sets several values. */
  config?: Readonly<Record<string, string | readonly string[]>>;
  /** Ends git and every process it started. */
  signal?: AbortSignal;
  /** Starts the process instead of `spawn`, for example in a sandbox. Receives `cwd` and the whole environment. */
  spawn?: (command: readonly string[], options: { cwd: string; env: Readonly<Record<string, string>> }) => ChildProcess;
  /** Allowed transports; by default none. */
  allowProtocols?: readonly GitProtocol[];
  /** Bytes of memory git can allocate (Linux). Mapped packs don't count. */
  memoryBytes?: number;
  /** Texts of paths, added after the arguments and `--`. Can't be combined with `spawn` or `run`. */
  paths?: readonly string[];
}

export interface RunGitOptions extends SpawnGitOptions {
  input?: string | Buffer;
  maxOutputBytes?: number;
  /** Milliseconds; by default unlimited. */
  timeoutMs?: number;
  /** Expected exit codes; by default only 0. */
  okCodes?: readonly number[];
  /** Runs the command to its end instead of `spawn`, for example in a process that runs several. */
  run?: RunGitCommand;
}

/** A command that ended. `code` is -1 if it was killed. */
export interface EndedCommand {
  code: number;
  killedBy?: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: string;
  /** The limit that ended it. */
  exceeded?: "output" | "time" | undefined;
}

/** Runs a command to its end. Receives the whole environment. Throws the signal's reason when that aborts. */
export type RunGitCommand = (
  command: readonly string[],
  options: {
    cwd: string;
    env: Readonly<Record<string, string>>;
    input: Buffer;
    maxOutputBytes: number;
    timeoutMs: number | undefined;
    signal: AbortSignal | undefined;
  },
) => Promise<EndedCommand>;

export interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** Git exited unexpectedly. `code` is -1 if it was killed or didn't start. */
export class GitError extends Error {
  readonly args: readonly string[];
  readonly stderr: string;

  constructor(
    args: readonly string[],
    readonly code: number,
    stderr: string,
  ) {
    const safeArgs = args.map(redact);
    const safeStderr = redact(stderr);
    super(`git ${safeArgs[0] ?? ""} exited with ${code}: ${safeStderr.trim().slice(0, 500)}`);
    this.name = "GitError";
    this.args = safeArgs;
    this.stderr = safeStderr;
  }
}

/** Git was killed because it exceeded a limit. */
export class GitLimitExceeded extends GitError {
  constructor(
    args: readonly string[],
    readonly limit: "output" | "time" | "memory",
    details: string,
  ) {
    super(args, -1, details);
    this.name = "GitLimitExceeded";
  }
}

const builtInConfig: SpawnGitOptions["config"] = {
  "safe.directory": "*",
  "core.hooksPath": "/dev/null",
  // A repository's config can name programs to run, and an agent can write the config of its workspace.
  "core.fsmonitor": "false",
  "commit.gpgSign": "false",
  "tag.gpgSign": "false",
  "core.alternateRefsCommand": "exit 0 #",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "core.useReplaceRefs": "false",
  "core.bigFileThreshold": "10m",
  "core.filesRefLockTimeout": "1000",
  "core.packedRefsTimeout": "10000",
  "core.fsync": "objects,derived-metadata,reference",
  "core.quotePath": "false",
  "http.followRedirects": "false",
  "protocol.allow": "never",
};

function environmentOf({ cwd, env }: SpawnGitOptions): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    XDG_CONFIG_HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    // A partial clone's configuration names a program to fetch missing objects with.
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_EDITOR: "true",
    GIT_PAGER: "cat",
    ...(cwd === undefined ? {} : { GIT_CEILING_DIRECTORIES: dirname(cwd) }),
    ...env,
  };
}

function configArguments({ config, allowProtocols = [], env }: SpawnGitOptions): string[] {
  const settings: Record<string, string | readonly string[]> = {
    ...builtInConfig,
    // Settings of GIT_CONFIG_COUNT come before these, so a caller's credential helper must not be cleared here.
    ...(env && "GIT_CONFIG_COUNT" in env ? {} : { "credential.helper": "" }),
    ...Object.fromEntries(allowProtocols.map((protocol) => [`protocol.${protocol}.allow`, "always"])),
    ...config,
  };
  return Object.entries(settings).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).flatMap((each) => ["-c", `${name}=${each}`]),
  );
}

const graceBeforeKill = 2_000;

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already exited.
  }
}

/** Ends git and its children: first with SIGTERM, so that locks and temporary packs are removed. */
export function killGit(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceBeforeKill);
  timer.unref();
  child.once("exit", () => {
    clearTimeout(timer);
    signalGroup(pid, "SIGKILL");
  });
}

/** Sets the limit in the process that becomes git. On other systems, git runs without it. */
const limitMemory = 'ulimit -d "$0" 2>/dev/null; ';

/** Node passes arguments as UTF-8. Others are octal escapes after `%`, and printf makes bytes of them; the rest is after `=`. */
const unescapeArguments = `for each do shift; case $each in
  =*) set -- "$@" "\${each#=}";;
  *) bytes=$(printf "\${each#%}."); set -- "$@" "\${bytes%.}";;
esac; done; `;

const escaped = (bytes: Buffer) =>
  isUtf8(bytes)
    ? `=${bytes.toString("utf8")}`
    : `%${Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}`;

function commandLine(
  command: readonly string[],
  { memoryBytes, paths }: Pick<SpawnGitOptions, "memoryBytes" | "paths">,
): [string, readonly string[]] {
  const bytes = paths?.map(pathBytes) ?? [];
  const plain = [...command, ...(paths ? ["--"] : [])];
  const limit = memoryBytes === undefined ? "unlimited" : String(Math.floor(memoryBytes / 1024));
  if (!bytes.every((path) => isUtf8(path))) {
    const args = [...plain.map((arg) => `=${arg}`), ...bytes.map(escaped)];
    return ["sh", ["-c", `${limitMemory}${unescapeArguments}exec git "$@"`, limit, ...args]];
  }
  const args = [...plain, ...bytes.map((path) => path.toString("utf8"))];
  return memoryBytes === undefined ? ["git", args] : ["sh", ["-c", `${limitMemory}exec git "$@"`, limit, ...args]];
}

/** Name and options of a command's span. Arguments can contain credentials. */
function gitSpan(args: readonly string[]) {
  const subcommand = args.find((arg) => !arg.startsWith("-")) ?? "";
  return [`git ${subcommand}`, { kind: "CLIENT", attributes: { "git.command": subcommand } }] as const;
}

/**
 * Starts git with the exact environment and settings of this service, in a new process group and without
 * a shell. Arguments from users must be object ids or full reference names: see `resolve-revision.ts`.
 */
export function spawnGit(
  args: readonly string[],
  options: SpawnGitOptions & { stdio?: StdioOptions } = {},
): ChildProcess {
  options.signal?.throwIfAborted();
  const stdio: StdioOptions = options.stdio ?? ["pipe", "pipe", "pipe"];
  const command = [...configArguments(options), ...args];
  const env = environmentOf(options);
  const [program, programArgs] = commandLine(command, options);
  const child: ChildProcess =
    options.spawn?.(["git", ...command], { cwd: options.cwd ?? "/", env }) ??
    // Git doesn't read NODE_ENV, but the type requires it.
    spawn(program, programArgs, {
      cwd: options.cwd,
      env: { NODE_ENV: process.env.NODE_ENV, ...env },
      stdio,
      detached: true,
    });
  // Processes that serve many requests belong to none of them.
  const endSpan = args.some((arg) => arg.startsWith("--batch")) ? undefined : spanUntil(...gitSpan(args));
  if (endSpan) child.once("error", endSpan).once("close", () => endSpan());
  const { signal } = options;
  if (signal) {
    const abort = () => killGit(child);
    signal.addEventListener("abort", abort, { once: true });
    child.once("close", () => signal.removeEventListener("abort", abort));
  }
  return child;
}

const defaultOutputCap = 64 * 1024 * 1024;
const stderrCap = 64 * 1024;

/** Keeps the first bytes of git's stderr and discards the rest, so that git never blocks. */
export function collectStderr(child: ChildProcess): () => string {
  const kept: Buffer[] = [];
  let size = 0;
  child.stderr?.on("data", (chunk: Buffer) => {
    if (size >= stderrCap) return;
    kept.push(chunk.subarray(0, stderrCap - size));
    size += chunk.length;
  });
  return () => Buffer.concat(kept).toString("utf8");
}

const outOfMemory = /out of memory|cannot allocate memory|unable to (?:create|start) thread/i;

/** Spawns git and waits until it has ended. */
async function runSpawned(args: readonly string[], options: RunGitOptions): Promise<EndedCommand> {
  const { maxOutputBytes = defaultOutputCap, timeoutMs, input } = options;
  const child = spawnGit(args, options);
  const stderr = collectStderr(child);
  const output: Buffer[] = [];
  let size = 0;
  let isLate = false;
  const late = () => {
    isLate = true;
    killGit(child);
  };
  const timer = timeoutMs && setTimeout(late, timeoutMs);
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutputBytes) killGit(child);
    else output.push(chunk);
  });
  // Git can exit without reading its input. The exit code is checked below.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);

  const [code, killedBy] = await new Promise<[number, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", (error) => reject(new GitError(args, -1, error.message)));
    child.once("close", (exitCode, by) => resolve([exitCode ?? -1, by]));
  }).finally(() => clearTimeout(timer));
  const exceeded = size > maxOutputBytes ? "output" : isLate ? "time" : undefined;
  return { code, killedBy, stdout: Buffer.concat(output), stderr: stderr(), exceeded };
}

/**
 * Runs git to completion and returns its output. Throws {@link GitError} on an exit code not in `okCodes`,
 * {@link GitLimitExceeded} on too much output, time or memory, and the signal's reason when aborted.
 */
export async function runGit(args: readonly string[], options: RunGitOptions = {}): Promise<GitResult> {
  const { okCodes = [0], maxOutputBytes = defaultOutputCap, timeoutMs, memoryBytes, signal, run, cwd = "/" } = options;
  const ended = run
    ? await traced(...gitSpan(args), () =>
        run(["git", ...configArguments(options), ...args], {
          cwd,
          env: environmentOf(options),
          input: Buffer.from(options.input ?? ""),
          maxOutputBytes,
          timeoutMs,
          signal,
        }),
      )
    : await runSpawned(args, options);
  const { code, killedBy, stdout, stderr, exceeded } = ended;
  signal?.throwIfAborted();
  if (exceeded === "output") throw new GitLimitExceeded(args, "output", `more than ${maxOutputBytes} bytes of output`);
  if (exceeded === "time") throw new GitLimitExceeded(args, "time", `ran longer than ${timeoutMs} ms`);
  if (okCodes.includes(code)) return { code, stdout, stderr };
  // A failed allocation makes git exit with a message; one on the stack or in a library kills it with a signal.
  if (memoryBytes !== undefined && (outOfMemory.test(stderr) || killedBy === "SIGSEGV" || killedBy === "SIGABRT")) {
    throw new GitLimitExceeded(args, "memory", stderr);
  }
  throw new GitError(args, code, stderr);
}
