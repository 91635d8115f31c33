import { constants } from "node:fs";
import { access, mkdir, stat, statfs } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { gitVersion } from "@/git/git-version";
import { keysFile } from "@/lib/core/settings/keys";
import type { Settings } from "@/lib/core/settings/settings";
import { buildProblem, podmanVersion } from "@/runner/images/build-problem";
import { availableControllers, type ControlGroups } from "@/runner/limits/run-group";
import { hostProgram } from "@/runner/sandbox/bubblewrap";
import { type Exposure, probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { sandboxFinding } from "./check-posture";
import { error, errorMessage, type Finding, ok, warning } from "./finding";

const minFreeBytes = 2 * 1024 ** 3;
const delegation = "Start Slipway with systemd-run --user --scope --property=Delegate=yes";

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const supported = major > 20 || (major === 20 && minor >= 19);
  return supported ? ok("node", version) : error("node", `${version} is too old; 20.19 or later is required`);
}

export async function checkGit(): Promise<Finding> {
  try {
    const { version, warning: problem } = await gitVersion();
    return problem === undefined ? ok("git", version) : warning("git", problem);
  } catch (reason) {
    return error("git", errorMessage(reason));
  }
}

export async function checkDataDir({ dataDir }: Pick<Settings, "dataDir">): Promise<Finding[]> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (reason) {
    return [error("data folder", errorMessage(reason))];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const space = `${dataDir}, ${Math.floor(free / 1024 ** 2)} MB free`;
  const keys = await stat(join(dataDir, keysFile)).catch(() => undefined);
  const exposed = keys !== undefined && (keys.mode & 0o077) !== 0;
  return [
    free < minFreeBytes ? warning("data folder", `${space}, less than 2 GB`) : ok("data folder", space),
    ...(exposed ? [error(keysFile, "readable by other users; set its mode to 0600")] : []),
  ];
}

/** Starts a process in the sandbox that runs would use here. */
export async function checkSandbox(settings: Exposure & Pick<Settings, "sandbox">): Promise<Finding> {
  try {
    return sandboxFinding(await probeSandbox(settings), settings);
  } catch (failure) {
    return error("sandbox", errorMessage(failure));
  }
}

/** Which limits of runs the kernel enforces here. */
export function checkRunLimits({ runCpuLimit }: Pick<Settings, "runCpuLimit">, groups?: ControlGroups): Finding {
  const title = "limits of runs";
  const controllers = availableControllers(groups);
  if (runCpuLimit > 0 && !controllers.includes("cpu")) {
    const problem = "RUN_CPU_LIMIT isn't enforced, so runs only have a lower priority";
    return warning(title, `${problem}: the service's control group isn't delegated. ${delegation}.`);
  }
  const names = { cpu: "processors", memory: "memory", pids: "processes" };
  const enforced = controllers.map((each) => names[each]).join(", ");
  if (controllers.includes("memory") && controllers.includes("pids"))
    return ok(title, `by control groups: ${enforced}`);
  const measured = `memory and processes are measured twice a second. ${delegation} to have the kernel enforce them`;
  return ok(title, enforced === "" ? measured : `${enforced} by control groups; ${measured}`);
}

/** Runs the container engine as builds of environments do, without their network. */
export async function checkContainerEngine({ containerEngine }: Pick<Settings, "containerEngine">): Promise<Finding[]> {
  if (!containerEngine) return [];
  const [engine = ""] = containerEngine;
  const missing = [engine, "ip", "unshare"].filter((name) => !isAbsolute(name) && !hostProgram(name));
  if (missing.length > 0) return [error("container engine", `${missing.join(", ")} not found`)];
  try {
    const version = await podmanVersion(containerEngine);
    const problem = buildProblem(version, process.getuid?.());
    return [
      problem === undefined
        ? ok("container engine", `${engine} ${version}`)
        : warning("container engine", `only pulls images: ${problem}`),
    ];
  } catch (reason) {
    return [error("container engine", errorMessage(reason))];
  }
}
