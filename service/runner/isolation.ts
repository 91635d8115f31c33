import { execFile } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { promisify } from "node:util";
import type { Isolation } from "./run-spec";
import { agentFolders, type Workspace } from "./workspace";

const runFile = promisify(execFile);

/** Absolute path of bubblewrap on the service's own path, never on one that an agent's variables could change. */
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

/** Whether bubblewrap is installed and may create namespaces here; found out once. */
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

/** The folder a program's file needs: all of its packages for one that is installed as a package. */
function programFolder(file: string): string {
  if (statSync(file).isDirectory()) return file;
  const packages = `${sep}node_modules${sep}`;
  const cut = file.indexOf(packages);
  return cut === -1 ? dirname(file) : file.slice(0, cut + packages.length - 1);
}

/** Places outside the system's folders that hold the program itself: node's installation and files of the command. */
function programPlaces(agentCommand: readonly string[], workspace: Workspace): string[] {
  const files = agentCommand.filter((part) => isAbsolute(part) && existsSync(part));
  const all = [...files, ...files.map((file) => realpathSync(file))];
  const places = all.map((file) => {
    const folder = programFolder(file);
    // The folder of all workspaces stays hidden, even when the program lies beside it.
    return `${workspace.root}${sep}`.startsWith(`${folder === sep ? "" : folder}${sep}`) ? file : folder;
  });
  const inSystem = (place: string) => systemFolders.some((each) => `${place}/`.startsWith(`${each}/`));
  const wanted = [dirname(dirname(realpathSync(process.execPath))), ...places];
  return [...new Set(wanted)].filter((place) => place !== sep && !inSystem(place)).sort();
}

interface IsolationOptions {
  /** The agent program's command: its files are made visible. A command the agent asks for shows nothing more. */
  agentCommand: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  workspace: Workspace;
}

/** Bubblewrap's arguments for processes of their own that see the workspace and the system's programs, and no more. */
export function isolationArguments({ agentCommand, cwd, environment, workspace }: IsolationOptions): string[] {
  const bind = (flag: string, places: readonly string[]) => places.flatMap((place) => [flag, place, place]);
  return [
    ...["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL"],
    ...bindSystem(),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"],
    // Name resolution is a link into /run on many systems.
    ...["--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve"],
    ...bind("--ro-bind", programPlaces(agentCommand, workspace)),
    ...bind("--bind", agentFolders(workspace)),
    ...bind("--ro-bind", [workspace.transfer]),
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", cwd],
  ];
}
