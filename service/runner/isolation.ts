import { execFile } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { promisify } from "node:util";
import type { Isolation } from "./run-spec";
import { agentFolders, type Workspace } from "./workspace";

const runFile = promisify(execFile);

/** Returns the absolute path of bubblewrap in the service's PATH, which the agent's variables can't change. */
export function bubblewrapProgram(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, "bwrap")).find((path) => existsSync(path));
}

async function probe(): Promise<Isolation> {
  const program = process.platform === "linux" ? bubblewrapProgram() : undefined;
  if (program === undefined) return "none";
  try {
    const args = ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "true"];
    await runFile(program, args, { timeout: 10_000 });
    return "bubblewrap";
  } catch {
    return "none";
  }
}

let probed: Promise<Isolation> | undefined;

/** Checks, once, whether bubblewrap is installed and can create namespaces. */
export function probeIsolation(): Promise<Isolation> {
  probed ??= probe();
  return probed;
}

const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store"];
const hiddenFiles = ["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-"];

function bindSystem(): string[] {
  const folders = systemFolders.flatMap((folder) => {
    if (!existsSync(folder)) return [];
    if (lstatSync(folder).isSymbolicLink()) return ["--symlink", readlinkSync(folder), folder];
    return ["--ro-bind", folder, folder];
  });
  const hidden = hiddenFiles.filter((file) => existsSync(file));
  return [...folders, ...hidden.flatMap((file) => ["--ro-bind", "/dev/null", file])];
}

/** Returns the folder a program needs: all of node_modules for an npm package. */
function programFolder(file: string): string {
  if (statSync(file).isDirectory()) return file;
  const packages = `${sep}node_modules${sep}`;
  const cut = file.indexOf(packages);
  return cut === -1 ? dirname(file) : file.slice(0, cut + packages.length - 1);
}

/** Returns the paths outside the system folders that the program needs: Node's installation and files in its command. */
function programPaths(agentCommand: readonly string[], workspace: Workspace): string[] {
  const files = agentCommand.filter((part) => isAbsolute(part) && existsSync(part));
  const all = [...files, ...files.map((file) => realpathSync(file))];
  const paths = all.map((file) => {
    const folder = programFolder(file);
    // The folder of all workspaces stays hidden, even if it also contains the program.
    return `${workspace.root}${sep}`.startsWith(`${folder === sep ? "" : folder}${sep}`) ? file : folder;
  });
  const inSystem = (path: string) => systemFolders.some((each) => `${path}/`.startsWith(`${each}/`));
  const required = [dirname(dirname(realpathSync(process.execPath))), ...paths];
  return [...new Set(required)].filter((place) => place !== sep && !inSystem(place)).sort();
}

interface IsolationOptions {
  /** The agent program's command, whose files become visible. Commands of the agent don't make more visible. */
  agentCommand: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  workspace: Workspace;
}

/** Returns bubblewrap's arguments for a process that can only see the workspace and system programs. */
export function isolationArguments({ agentCommand, cwd, environment, workspace }: IsolationOptions): string[] {
  const bind = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path, path]);
  return [
    ...["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL"],
    ...bindSystem(),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"],
    // On many systems, resolv.conf is a link into /run.
    ...["--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve"],
    ...bind("--ro-bind", programPaths(agentCommand, workspace)),
    ...bind("--bind", agentFolders(workspace)),
    ...bind("--ro-bind", [workspace.transfer]),
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", cwd],
  ];
}
