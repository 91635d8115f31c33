import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, sep } from "node:path";

/** Folders of the operating system that contain programs and libraries, but no user data. */
const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];

/** Configuration that programs need and that contains no secrets. The rest of /etc stays hidden. */
const sharedConfiguration = [
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "crypto-policies",
  "fonts",
  "host.conf",
  "inputrc",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "magic",
  "mime.types",
  "perl",
  "pki",
  "protocols",
  "services",
  "ssl",
  "terminfo",
  "timezone",
  /^java-/,
  /^python3/,
];

function bindOrLink(path: string): string[] {
  return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

/** Private keys of the machine in shared folders. */
const privateFolders = ["/etc/ssl/private", "/etc/pki/tls/private", "/etc/pki/private"];

/** What `/proc` shows or changes of the whole machine. A service that is root could write to the settings. */
const kernelSettings = ["sys", "bus", "fs", "irq", "acpi", "scsi"];
const kernelFiles = [
  "kcore",
  "keys",
  "key-users",
  "kmsg",
  "latency_stats",
  "sched_debug",
  "sysrq-trigger",
  "timer_list",
  "timer_stats",
  "kallsyms",
  "kpagecount",
  "kpageflags",
  "kpagecgroup",
  "slabinfo",
  "vmallocinfo",
];

/** Bubblewrap arguments that make the kernel's settings in a sandbox's `/proc` read-only and hide the machine's secrets. */
export function kernelMounts(): string[] {
  const existing = (names: readonly string[]) =>
    names.map((name) => `/proc/${name}`).filter((path) => existsSync(path));
  return [
    ...existing(kernelSettings).flatMap((path) => ["--ro-bind", path, path]),
    ...existing(kernelFiles).flatMap((path) => ["--ro-bind", "/dev/null", path]),
  ];
}

/** Bubblewrap arguments for the read-only part of the operating system. */
export function systemMounts(): string[] {
  const names = existsSync("/etc") ? readdirSync("/etc") : [];
  const shared = names.filter((name) =>
    sharedConfiguration.some((each) => (typeof each === "string" ? each === name : each.test(name))),
  );
  const paths = [...systemFolders.filter((path) => existsSync(path)), ...shared.map((name) => `/etc/${name}`)];
  const hidden = privateFolders.filter((path) => existsSync(path) && !lstatSync(dirname(path)).isSymbolicLink());
  return [...paths.flatMap(bindOrLink), ...hidden.flatMap((path) => ["--tmpfs", path, "--remount-ro", path])];
}

const account = /^[a-z_][a-z0-9_-]{0,31}$/;

export const sandboxUserId = 1000;

/** Names of the files of {@link writeAccountFiles}, in `/etc`. */
export const accountFiles = ["passwd", "group", "hosts", "hostname", "nsswitch.conf", "resolv.conf"];

/**
 * Writes the account, host and name-service files of a sandbox into `folder`. `user` names the only account besides
 * root. Throws for a name that can't be an account.
 */
export async function writeAccountFiles(folder: string, user: string, home: string): Promise<void> {
  if (!account.test(user)) throw new Error(`invalid username: ${user}`);
  const ids = `${sandboxUserId}:${sandboxUserId}`;
  const self = user === "root" ? [] : [`${user}:x:${ids}::${home}:/bin/sh`];
  const files = {
    passwd: [`root:x:0:0::${user === "root" ? home : "/"}:/bin/sh`, ...self, "nobody:x:65534:65534::/:/bin/false"],
    group: ["root:x:0:", ...(user === "root" ? [] : [`${user}:x:${sandboxUserId}:`]), "nogroup:x:65534:"],
    hosts: ["127.0.0.1 localhost", "::1 localhost", "127.0.0.1 sandbox"],
    hostname: ["sandbox"],
    "nsswitch.conf": ["passwd: files", "group: files", "hosts: files dns"],
    "resolv.conf": ["nameserver 127.0.0.1", "options timeout:1 attempts:1"],
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, lines] of Object.entries(files)) await writeFile(join(folder, name), `${lines.join("\n")}\n`);
}

/** Bubblewrap arguments that mount the files of {@link writeAccountFiles} at their standard paths. */
export function accountMounts(folder: string): string[] {
  return accountFiles.flatMap((name) => ["--ro-bind", join(folder, name), `/etc/${name}`]);
}

/** True when `folder` contains `path`, or is it. */
const contains = (folder: string, path: string) =>
  path === folder || path.startsWith(folder === sep ? sep : folder + sep);

/** The folder a program's file needs: all packages next to it if it is installed as a package, otherwise its own folder. */
function programFolder(file: string): string {
  if (statSync(file).isDirectory()) return file;
  const packages = `${sep}node_modules${sep}`;
  const cut = file.indexOf(packages);
  return cut === -1 ? dirname(file) : file.slice(0, cut + packages.length - 1);
}

/** The Node installation of this process: its prefix if that contains nothing else, otherwise only the program. */
function nodeInstallation(): string {
  const program = realpathSync(process.execPath);
  const prefix = dirname(dirname(program));
  return existsSync(join(prefix, "include", "node", "node.h")) ? prefix : program;
}

/**
 * Paths outside the system's folders that a command needs to start, never those in `hidden`. If a file's folder would
 * expose the home folder or a path in `hidden`, only the file is mounted. `inImage`: paths to mount into an image, which
 * replaces the system's folders. They don't include Node.
 */
export function programPaths(command: readonly string[], hidden: readonly string[], inImage = false): string[] {
  const files = (inImage ? command.slice(command[0] === process.execPath ? 1 : 0) : command).filter(
    (part) => isAbsolute(part) && existsSync(part),
  );
  const guarded = [...hidden, homedir()];
  const inSystem = (path: string) => systemFolders.some((each) => contains(each, path));
  const shown = (file: string) => {
    const folder = programFolder(file);
    if (inImage && inSystem(folder) && !folder.endsWith(`${sep}node_modules`)) return file;
    return guarded.some((each) => contains(folder, each)) ? file : folder;
  };
  const node = nodeInstallation();
  const paths = [
    ...(inImage ? [] : [guarded.some((each) => contains(node, each)) ? realpathSync(process.execPath) : node]),
    ...files.flatMap((file) => [shown(file), shown(realpathSync(file))]),
  ];
  return [...new Set(paths)].filter((path) => path !== sep && (inImage || !inSystem(path))).sort();
}
