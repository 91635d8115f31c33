import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { Readable } from "node:stream";
import type { RunGroup } from "../limits/run-group";
import { type ImageRoot, imageMounts } from "./image-root";
import { accountMounts, kernelMounts, sandboxUserId, systemMounts } from "./minimal-root";
import { processEnvironment } from "./process-environment";
import type { SandboxedCommand } from "./sandbox";
import { seccompFilter } from "./seccomp-filter";

/** Absolute path of a program on the service's PATH, which agents' variables can't change. */
export function hostProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Arguments every sandboxed process starts with: separate namespaces, no capabilities. */
const namespaces = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
const guards = ["--die-with-parent", "--new-session", "--cap-drop", "ALL"];

let installed: { text: string; major: number; minor: number } | undefined;

function installedVersion() {
  if (installed === undefined) {
    const program = hostProgram("bwrap");
    if (program === undefined) return { text: "not installed", major: 0, minor: 0 };
    const output = execFileSync(program, ["--version"], { encoding: "utf8" });
    const [text = "", major, minor] = /(?<![\d.])(\d+)\.(\d+)[.\d]*/.exec(output) ?? [];
    installed = { text, major: Number(major), minor: Number(minor) };
  }
  return installed;
}

/** True if bubblewrap is at least version 0.`minor`. */
function isAtLeast(minor: number): boolean {
  const version = installedVersion();
  return version.major > 0 || version.minor >= minor;
}

/** The installed bubblewrap, and what its version or this processor lacks; `undefined` if nothing. */
export function describeBubblewrap(): { version: string; warning: string | undefined } {
  const version = installedVersion().text;
  const lacks = [
    !isAtLeast(8) && "it can't turn off nested user namespaces, which needs 0.8 or later",
    seccompFilter() === undefined && `system calls aren't filtered on ${process.arch} processors`,
  ].filter((each) => each !== false);
  return { version, warning: lacks.length === 0 ? undefined : `bubblewrap ${version}: ${lacks.join("; ")}` };
}

/** Limits the size of the next tmpfs. Bubblewrap before 0.7 doesn't support this, so the system's default applies. */
const tmpfsSize = (bytes: number) => (isAtLeast(7) ? ["--size", String(bytes)] : []);

const devices = ["null", "zero", "full", "random", "urandom", "tty"];

/**
 * Devices of a process. `--dev` nests a second user namespace, so a normal user couldn't enter the network namespace of the
 * process: the one that keeps the network gets only device files.
 */
const deviceMounts = (keepsNetwork: boolean) =>
  keepsNetwork
    ? [
        ...tmpfsSize(1024 ** 2),
        "--tmpfs",
        "/dev",
        ...devices.flatMap((name) => ["--dev-bind", `/dev/${name}`, `/dev/${name}`]),
      ]
    : ["--dev", "/dev", "--remount-ro", "/dev"];

export interface BubblewrapOptions {
  /** Folder of the account files (`writeAccountFiles`). */
  accounts: string | undefined;
  /** Read-only paths of programs outside the system's folders. */
  programs: readonly string[];
  /** Folder that is `/tmp` inside; without it `/tmp` is small and temporary. */
  temporary: string | undefined;
  asRoot: boolean;
  /** Other processes enter its network, with their own sandbox. */
  keepsNetwork?: boolean;
  /** Shown instead of this machine's system. */
  image?: ImageRoot | undefined;
}

/** Arguments of bubblewrap for one process. */
export function bubblewrapArguments(
  { cwd, environment, mounts, network }: Omit<SandboxedCommand, "command">,
  { accounts, programs, temporary, asRoot, image, keepsNetwork = false }: BubblewrapOptions,
): string[] {
  const id = String(asRoot ? 0 : sandboxUserId);
  const memory = (bytes: number, path: string) => [...tmpfsSize(bytes), "--tmpfs", path];
  return [
    ...namespaces,
    ...guards,
    ...(isAtLeast(8) && !keepsNetwork ? ["--disable-userns"] : []),
    ...(network === "none" ? ["--unshare-net"] : []),
    "--uid",
    id,
    "--gid",
    id,
    "--hostname",
    "sandbox",
    ...memory(16 * 1024 ** 2, "/"),
    ...(image ? imageMounts(image, [...programs, ...mounts.map(({ path, at = path }) => at)]) : systemMounts()),
    ...(accounts === undefined ? [] : accountMounts(accounts)),
    "--proc",
    "/proc",
    ...kernelMounts(),
    ...deviceMounts(keepsNetwork),
    ...memory(64 * 1024 ** 2, "/dev/shm"),
    ...(temporary === undefined ? memory(16 * 1024 ** 2, "/tmp") : ["--bind", temporary, "/tmp"]),
    ...memory(16 * 1024 ** 2, "/run"),
    ...programs.flatMap((path) => ["--ro-bind", path, path]),
    ...mounts.flatMap(({ path, access, at = path }) => [access === "write" ? "--bind" : "--ro-bind", path, at]),
    "--remount-ro",
    "/",
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    "--chdir",
    cwd,
  ];
}

/** Files a process of a run may have open. */
export function openFileLimit(): number {
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return Math.min(Number(hard ?? 4_096), 65_536);
}

/** Limits that the kernel enforces for every process: no core dumps, and no file larger than the workspace limit. */
function resourceLimits(maxFileBytes: number | undefined): string[] {
  const program = hostProgram("prlimit");
  if (program === undefined) return [];
  const size = maxFileBytes === undefined ? [] : [`--fsize=${maxFileBytes}`];
  return [program, "--core=0", `--nofile=${openFileLimit()}`, ...size, "--"];
}

export interface SpawnOptions {
  args: readonly string[];
  command: readonly string[];
  /** Variables of the outer process, to find it again. */
  marker: Readonly<Record<string, string>>;
  /** Process whose user and network namespaces are entered first. */
  joins?: number | undefined;
  maxFileBytes?: number | undefined;
  /** Control group that the process is moved to before it starts others. */
  group?: RunGroup | undefined;
  /** Receives what bubblewrap reports about the process it started. */
  onInfo?: (json: string) => void;
}

function nsenter(process: number): string[] {
  const program = hostProgram("nsenter");
  if (program === undefined) throw new Error("nsenter not found: install util-linux");
  const namespaceOf = (name: string) => `--${name}=/proc/${process}/ns/${name}`;
  return [program, namespaceOf("user"), namespaceOf("net"), "--preserve-credentials", "--"];
}

/** Words as bubblewrap reads them from a pipe. Throws for a word that would be several. */
function pipedWords(words: readonly string[]): string {
  if (words.some((each) => each.includes("\0"))) throw new Error("an argument of the sandbox contains a NUL character");
  return words.map((each) => `${each}\0`).join("");
}

/** Writes to a pipe that a process was started with, and closes it. A process that exits early breaks the pipe. */
function endPipe(pipe: ChildProcess["stdio"][number] | undefined, content: string | Buffer): void {
  if (!pipe || !("end" in pipe)) return;
  pipe.on("error", () => undefined);
  pipe.end(content);
}

/** Runs have a nice value this much above the service's, so that it and its database get processor time first. */
const niceDifference = 5;

/** Sets what a process passes on to those it starts. Throws if it can't join its control group. */
function limitProcess(pid: number, group: RunGroup | undefined): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceDifference));
  } catch {
    // It has ended.
  }
  group?.add(pid);
}

/**
 * Starts a command in bubblewrap. Arguments are passed through a pipe, so that values don't appear in process lists. Throws
 * for a value with a NUL character, which could add arguments.
 */
export function spawnBubblewrap({
  args,
  command,
  marker,
  joins,
  maxFileBytes,
  group,
  onInfo,
}: SpawnOptions): ChildProcess {
  const bubblewrap = hostProgram("bwrap");
  if (bubblewrap === undefined) throw new Error("bubblewrap is no longer installed");
  const words = pipedWords(args);
  const filter = seccompFilter();
  const report = onInfo ? ["--info-fd", "4"] : [];
  const seccomp = filter ? ["--seccomp", "5"] : [];
  const [program = bubblewrap, ...rest] = [
    ...resourceLimits(maxFileBytes),
    ...(joins === undefined ? [] : nsenter(joins)),
    bubblewrap,
    "--args",
    "3",
    ...report,
    ...seccomp,
    "--",
    ...command,
  ];
  const stdio: StdioOptions = ["pipe", "pipe", "pipe", "pipe", onInfo ? "pipe" : "ignore", filter ? "pipe" : "ignore"];
  const child = spawn(program, rest, { cwd: "/", env: processEnvironment(marker), stdio, detached: true });
  try {
    // It starts nothing before it has read its arguments.
    if (child.pid !== undefined) limitProcess(child.pid, group);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  endPipe(child.stdio[3], words);
  if (filter) endPipe(child.stdio.at(5), filter);
  const info = child.stdio[4];
  if (onInfo && info instanceof Readable) {
    info.setEncoding("utf8");
    info.on("data", onInfo);
    info.on("error", () => undefined);
  }
  return child;
}
