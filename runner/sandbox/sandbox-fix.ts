import { existsSync, readFileSync } from "node:fs";
import { hostProgram } from "./bubblewrap";

/** What decides whether a machine can have a sandbox. */
export interface SandboxHost {
  platform: NodeJS.Platform;
  /** `ID` and `ID_LIKE` of the distribution. */
  distributions: readonly string[];
  hasProgram(name: string): boolean;
  /** A kernel setting, such as `user.max_user_namespaces`. */
  setting(name: string): string | undefined;
  isContainer: boolean;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

const thisHost = (): SandboxHost => ({
  platform: process.platform,
  distributions: [...(textOf("/etc/os-release") ?? "").matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(
    ([, ids = ""]) => ids.split(" "),
  ),
  hasProgram: (name) => hostProgram(name) !== undefined,
  setting: (name) => textOf(`/proc/sys/${name.replaceAll(".", "/")}`),
  isContainer: existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
});

/** The commands that install packages, by distribution. */
const installers: readonly (readonly [distribution: string, command: string])[] = [
  ["debian", "apt-get install"],
  ["ubuntu", "apt-get install"],
  ["fedora", "dnf install"],
  ["rhel", "dnf install"],
  ["arch", "pacman -S"],
  ["suse", "zypper install"],
  ["alpine", "apk add"],
];

const programs: readonly (readonly [program: string, packaged: string])[] = [
  ["bwrap", "bubblewrap"],
  ["nsenter", "util-linux"],
];

/** Kernel settings that keep normal users from creating user namespaces, with the value that allows it. */
const settings: readonly (readonly [name: string, denies: (value: string) => boolean, allowed: string])[] = [
  ["kernel.apparmor_restrict_unprivileged_userns", (value) => value === "1", "0"],
  ["kernel.unprivileged_userns_clone", (value) => value === "0", "1"],
  ["user.max_user_namespaces", (value) => value === "0", "16384"],
];

/** How this machine gets a sandbox, as sentences: the command, where one is known to be missing. */
export function sandboxFix(host: SandboxHost = thisHost()): string {
  if (host.platform !== "linux") return "Run Slipway on Linux, or in a Linux virtual machine.";
  const missing = programs.flatMap(([program, packaged]) => (host.hasProgram(program) ? [] : [packaged]));
  if (missing.length > 0) {
    const [, install] = installers.find(([name]) => host.distributions.some((each) => each.includes(name))) ?? [];
    const names = missing.join(" ");
    return install === undefined ? `Install ${missing.join(" and ")}.` : `Run "sudo ${install} ${names}".`;
  }
  const commands = settings.flatMap(([name, denies, allowed]) => {
    const value = host.setting(name);
    return value !== undefined && denies(value) ? [`sudo sysctl -w ${name}=${allowed}`] : [];
  });
  if (commands.length > 0) return `Run "${commands.join(" && ")}" to allow user namespaces.`;
  if (host.isContainer) {
    return "Start this container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, so that it can create user namespaces.";
  }
  return 'bubblewrap can\'t create its namespaces. "bwrap --unshare-all --ro-bind / / true" shows why.';
}
