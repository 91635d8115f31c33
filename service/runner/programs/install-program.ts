import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { printableText } from "../plain-text";
import { RunFailure } from "../run-failure";
import { type AgentPreset, presets } from "./presets";

const timeoutMs = 600_000;
const outputTailLength = 1_000;

/** Folder of the installed programs of a data folder. */
const programsFolder = (dataDir: string) => join(dataDir, "agents");

/** Folder of a preset's installed version. */
function versionFolder(dataDir: string, id: string, { version }: AgentPreset): string {
  return join(programsFolder(dataDir), id, version);
}

/** Returns the command of a preset's program, whether or not it is installed. */
export function presetCommand(dataDir: string, id: string, preset: AgentPreset): readonly string[] {
  const entry = preset.entry.replace("{platform}", process.platform).replace("{arch}", process.arch);
  const program = join(versionFolder(dataDir, id, preset), "node_modules", entry);
  const interpreter = /\.m?js$/.test(entry) ? [process.execPath] : [];
  return [...interpreter, program, ...preset.args];
}

export function isInstalled(dataDir: string, id: string, preset: AgentPreset): boolean {
  return presetCommand(dataDir, id, preset).every(
    (part) => !part.startsWith(programsFolder(dataDir)) || existsSync(part),
  );
}

/** Why a preset's package can't run on a Node version; `undefined` when it can. */
export function nodeProblem({ displayName, node }: AgentPreset, version: string): string | undefined {
  const order = (text: string) => text.split(".").map(Number);
  const [major = 0, minor = 0] = order(version);
  const [needsMajor = 0, needsMinor = 0] = order(node);
  if (major > needsMajor || (major === needsMajor && minor >= needsMinor)) return undefined;
  return `${displayName} needs Node ${needsMajor}.${needsMinor} or later, but Slipway runs on ${version}. Start Slipway with a newer Node.`;
}

/** The environment npm needs to find its registry. Excludes the service's settings and keys. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const passed = /^(?:PATH|HOME|NODE_EXTRA_CA_CERTS|(?:https?|no|all)_proxy|npm_config_.*)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name))) as NodeJS.ProcessEnv;
}

function npmCommand(): string {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter)];
  const found = folders.map((folder) => join(folder, "npm")).find((path) => existsSync(path));
  if (found === undefined)
    throw new RunFailure("install_failed", "npm not found. Install npm, then test the agent again.");
  return found;
}

/**
 * Installs a preset's package at its exact version, without running its scripts. Does nothing when it is installed.
 * Throws {@link RunFailure} `install_failed` with the end of npm's output.
 */
export async function installPreset(
  dataDir: string,
  id: string,
  preset: AgentPreset,
  { signal, uniqueId }: { signal: AbortSignal; uniqueId: string },
): Promise<void> {
  const problem = nodeProblem(preset, process.versions.node);
  if (problem !== undefined) throw new RunFailure("install_failed", problem);
  if (isInstalled(dataDir, id, preset)) return;
  const folder = versionFolder(dataDir, id, preset);
  const partial = join(programsFolder(dataDir), id, `.installing-${uniqueId}`);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(partial, "package.json"), JSON.stringify({ private: true }));
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error"];
    const args = ["install", ...options, `${preset.package}@${preset.version}`];
    const limits = { timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024, signal };
    await promisify(execFile)(npmCommand(), args, { cwd: partial, env: npmEnvironment(), ...limits }).catch(
      (error: Error & { stderr?: string }) => {
        const output = printableText((error.stderr || error.message).slice(-outputTailLength)).trim();
        const message = `couldn't install ${preset.package} ${preset.version}. Check the network and the disk, then test the agent again.\n${output}`;
        throw new RunFailure("install_failed", message);
      },
    );
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  if (isInstalled(dataDir, id, preset)) return;
  const where = `${process.platform} ${process.arch}`;
  throw new RunFailure("install_failed", `${preset.package} ${preset.version} has no program for ${where}.`);
}

/** Deletes all installed versions of a preset. */
export async function removeInstalled(dataDir: string, id: string): Promise<void> {
  await rm(join(programsFolder(dataDir), id), { recursive: true, force: true });
}

/** Whether the program's own command is on this process's path. */
export function isDetected({ detect }: AgentPreset): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, detect)));
}

/** Ids of the presets whose program is installed on this machine. */
export function detectedPresets(): string[] {
  return Object.entries(presets).flatMap(([id, preset]) => (isDetected(preset) ? [id] : []));
}

/** Commands of the presets that are installed below a data folder, by id. */
export function installedCommands(dataDir: string): Map<string, readonly string[]> {
  const installed = Object.entries(presets).filter(([id, preset]) => isInstalled(dataDir, id, preset));
  return new Map(installed.map(([id, preset]) => [id, presetCommand(dataDir, id, preset)]));
}
