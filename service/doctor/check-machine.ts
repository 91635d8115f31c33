import { constants } from "node:fs";
import { access, mkdir, stat, statfs } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { keysFile } from "@/lib/core/settings/keys";
import type { Settings } from "@/lib/core/settings/settings";
import { gitVersion } from "../git/run-git";
import { type Exposure, probeSandbox, sandboxFix, unsandboxedRefusal } from "../runner/sandbox/probe-sandbox";
import { bad, type Finding, good, messageOf, weak } from "./finding";

const leastFree = 2 * 1024 ** 3;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const known = major > 20 || (major === 20 && minor >= 19);
  return known ? good("node", version) : bad("node", `${version} is too old; 20.19 or newer is needed`);
}

export async function checkGit(): Promise<Finding> {
  try {
    return good("git", await gitVersion());
  } catch (error) {
    return bad("git", messageOf(error));
  }
}

export async function checkDataDir({ dataDir }: Pick<Settings, "dataDir">): Promise<Finding[]> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [bad("data folder", messageOf(error))];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const room = `${dataDir}, ${Math.floor(free / 1024 ** 2)} MB free`;
  const keys = await stat(join(dataDir, keysFile)).catch(() => undefined);
  const open = keys !== undefined && (keys.mode & 0o077) !== 0;
  return [
    free < leastFree ? weak("data folder", `${room}: less than 2 GB`) : good("data folder", room),
    ...(open ? [bad(keysFile, "others may read the keys; its mode should be 0600")] : []),
  ];
}

/** Starts a process in the sandbox that runs would use here. */
export async function checkSandbox(settings: Exposure & Pick<Settings, "sandbox">): Promise<Finding> {
  try {
    const driver = await probeSandbox(settings);
    if (driver !== "none") return good("sandbox", driver);
    const refused = unsandboxedRefusal(driver, settings);
    return refused ? bad("sandbox", refused) : weak("sandbox", `runs aren't sandboxed. ${sandboxFix()}`);
  } catch (error) {
    return bad("sandbox", messageOf(error));
  }
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Whether the programs of the configured agents are there. */
export async function checkAgents({ agents }: Pick<Settings, "agents">, path: string): Promise<Finding[]> {
  const found = Object.entries(agents).map(async ([id, { command }]) => {
    const [program = ""] = command;
    const places = isAbsolute(program)
      ? [program]
      : path
          .split(delimiter)
          .filter(isAbsolute)
          .map((folder) => join(folder, program));
    const there = (await Promise.all(places.map(isProgram))).some(Boolean);
    return there ? good(`agent ${id}`, program) : bad(`agent ${id}`, `there is no program ${program}`);
  });
  return Promise.all(found);
}
