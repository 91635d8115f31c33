import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { Readable } from "node:stream";
import { type ImageRoot, imageMounts } from "./image-root";
import { accountMounts, sandboxUserId, systemMounts } from "./minimal-root";
import { processEnvironment } from "./process-environment";
import type { SandboxedCommand } from "./sandbox";

/** Absolute path of a program on the service's PATH, which agents' variables can't change. */
export function hostProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Arguments every sandboxed process starts with: separate namespaces, no capabilities. */
const namespaces = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
const guards = ["--die-with-parent", "--new-session", "--cap-drop", "ALL"];

let hasSize: boolean | undefined;

/** Limits the size of the next tmpfs. Bubblewrap before 0.7 doesn't support this, so the system's default applies. */
function tmpfsSize(bytes: number): string[] {
  if (hasSize === undefined) {
    const version = execFileSync(hostProgram("bwrap") ?? "bwrap", ["--version"], { encoding: "utf8" });
    const [major = 0, minor = 0] = (/(?<!\d)(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
    hasSize = major > 0 || minor >= 7;
  }
  return hasSize ? ["--size", String(bytes)] : [];
}

export interface BubblewrapOptions {
  /** Folder of the account files (`writeAccountFiles`). */
  accounts: string;
  /** Read-only paths of programs outside the system's folders. */
  programs: readonly string[];
  /** Folder that is `/tmp` inside; without it `/tmp` is small and temporary. */
  temporary: string | undefined;
  asRoot: boolean;
  /** Shown instead of this machine's system. */
  image?: ImageRoot | undefined;
}

/** Arguments of bubblewrap for one process. */
export function bubblewrapArguments(
  { cwd, environment, mounts, network }: Omit<SandboxedCommand, "command">,
  { accounts, programs, temporary, asRoot, image }: BubblewrapOptions,
): string[] {
  const id = String(asRoot ? 0 : sandboxUserId);
  const memory = (bytes: number, path: string) => [...tmpfsSize(bytes), "--tmpfs", path];
  return [
    ...namespaces,
    ...guards,
    ...(network === "none" ? ["--unshare-net"] : []),
    ...["--uid", id, "--gid", id, "--hostname", "sandbox"],
    ...memory(16 * 1024 ** 2, "/"),
    ...(image ? imageMounts(image, [...programs, ...mounts.map(({ path, at = path }) => at)]) : systemMounts()),
    ...accountMounts(accounts),
    ...["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", ...memory(64 * 1024 ** 2, "/dev/shm")],
    ...(temporary === undefined ? memory(16 * 1024 ** 2, "/tmp") : ["--bind", temporary, "/tmp"]),
    ...memory(16 * 1024 ** 2, "/run"),
    ...programs.flatMap((path) => ["--ro-bind", path, path]),
    ...mounts.flatMap(({ path, access, at = path }) => [access === "write" ? "--bind" : "--ro-bind", path, at]),
    ...["--remount-ro", "/"],
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", cwd],
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
  /** Arguments in front of the command. */
  prefix?: readonly string[];
  /** Receives what bubblewrap reports about the process it started. */
  onInfo?: (json: string) => void;
}

function nsenter(process: number): string[] {
  const program = hostProgram("nsenter");
  if (program === undefined) throw new Error("nsenter not found: install util-linux");
  const namespaceOf = (name: string) => `--${name}=/proc/${process}/ns/${name}`;
  return [program, namespaceOf("user"), namespaceOf("net"), "--preserve-credentials", "--"];
}

/** Starts a command in bubblewrap. Arguments are passed through a pipe, so that values don't appear in process lists. */
export function spawnBubblewrap({
  args,
  command,
  marker,
  joins,
  maxFileBytes,
  prefix = [],
  onInfo,
}: SpawnOptions): ChildProcess {
  const bubblewrap = hostProgram("bwrap");
  if (bubblewrap === undefined) throw new Error("bubblewrap is no longer installed");
  const info = onInfo ? ["--info-fd", "4"] : [];
  const [program = bubblewrap, ...rest] = [
    ...prefix,
    ...resourceLimits(maxFileBytes),
    ...(joins === undefined ? [] : nsenter(joins)),
    ...[bubblewrap, "--args", "3", ...info, "--", ...command],
  ];
  const stdio: StdioOptions = ["pipe", "pipe", "pipe", "pipe", ...(onInfo ? ["pipe" as const] : [])];
  const child = spawn(program, rest, { cwd: "/", env: processEnvironment(marker), stdio, detached: true });
  const settings = child.stdio[3];
  if (settings && "end" in settings) {
    settings.on("error", () => undefined);
    settings.end(args.map((each) => `${each}\0`).join(""));
  }
  const report = child.stdio[4];
  if (onInfo && report instanceof Readable) {
    report.setEncoding("utf8");
    report.on("data", onInfo);
    report.on("error", () => undefined);
  }
  return child;
}
