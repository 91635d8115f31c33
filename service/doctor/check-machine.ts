import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, stat, statfs } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { keysFile } from "@/lib/core/settings/keys";
import type { Settings } from "@/lib/core/settings/settings";
import { counted } from "@/lib/model/plural";
import { gitVersion } from "../git/run-git";
import { checkProgram } from "../runner/programs/check-program";
import { hostProgram } from "../runner/sandbox/bubblewrap";
import { type Exposure, probeSandbox } from "../runner/sandbox/probe-sandbox";
import { sandboxFinding } from "./check-posture";
import { error, type Finding, messageOf, ok, warning } from "./finding";

const runFile = promisify(execFile);

const minFreeBytes = 2 * 1024 ** 3;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const supported = major > 20 || (major === 20 && minor >= 19);
  return supported ? ok("node", version) : error("node", `${version} is too old; 20.19 or later is required`);
}

export async function checkGit(): Promise<Finding> {
  try {
    return ok("git", await gitVersion());
  } catch (reason) {
    return error("git", messageOf(reason));
  }
}

export async function checkDataDir({ dataDir }: Pick<Settings, "dataDir">): Promise<Finding[]> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (reason) {
    return [error("data folder", messageOf(reason))];
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
    return error("sandbox", messageOf(failure));
  }
}

/** Tests the agents in `AGENTS` the way runs start them: opens a session in the sandbox. */
export async function checkAgents({
  agents,
  dataDir,
  egress,
  ...settings
}: Exposure & Pick<Settings, "agents" | "dataDir" | "egress" | "sandbox">): Promise<Finding[]> {
  const entries = Object.entries(agents);
  if (entries.length === 0) return [];
  const sandbox = await probeSandbox(settings).catch(() => undefined);
  // The check of the sandbox reports why.
  if (sandbox === undefined) return [];
  const context = { dataDir, sandbox, egress, clock: systemClock, ids: systemIds };
  const findings = entries.map(async ([id, { command, hosts }]) => {
    const program = { preset: null, command, env: {}, endpoints: hosts };
    const { status, detail, offer } = await checkProgram(id, program, context);
    if (status === "ready") return ok(`agent ${id}`, `${command[0]}, ${counted(offer?.models.length ?? 0, "model")}`);
    // Users can pass the key as a variable of each launch.
    return (status === "failed" ? error : warning)(`agent ${id}`, detail);
  });
  return Promise.all(findings);
}

/** Runs the container engine as builds of environments do, without their network. */
export async function checkContainerEngine({ containerEngine }: Pick<Settings, "containerEngine">): Promise<Finding[]> {
  if (!containerEngine) return [];
  const [engine = "", ...args] = containerEngine;
  const missing = [engine, "ip", "unshare"].filter((name) => !isAbsolute(name) && !hostProgram(name));
  if (missing.length > 0) return [error("container engine", `${missing.join(", ")} not found`)];
  try {
    const { stdout } = await runFile(engine, [...args, "version", "--format", "{{.Client.Version}}"]);
    return [ok("container engine", `${engine} ${stdout.trim()}`)];
  } catch (reason) {
    return [error("container engine", messageOf(reason))];
  }
}
