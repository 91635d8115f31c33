import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { printableText } from "@/lib/core/plain-text";
import { RunFailure } from "../limits/run-failure";
import { dedicatedNode, hasNode, nodeFor } from "./dedicated-node";
import { type AgentPreset, presets } from "./presets";

const timeoutMs = 600_000;
const outputTailLength = 1_000;

/** Folder of the installed programs of a data folder. */
const programsFolder = (dataDir: string) => join(dataDir, "agents");

/** Folder of a preset's installed version. */
function versionFolder(dataDir: string, id: string, { version }: AgentPreset): string {
  return join(programsFolder(dataDir), id, version);
}

const needsNode = ({ entry }: AgentPreset) => /\.m?js$/.test(entry);

/** Returns the command of a preset's program, whether or not it is installed. For other versions, pass `{ ...preset, version }`. */
export function presetCommand(dataDir: string, id: string, preset: AgentPreset): readonly string[] {
  const entry = preset.entry.replace("{platform}", process.platform).replace("{arch}", process.arch);
  const folder = versionFolder(dataDir, id, preset);
  const interpreter = needsNode(preset) ? [dedicatedNode(folder) ?? process.execPath] : [];
  return [...interpreter, join(folder, "node_modules", entry), ...preset.args];
}

export function isInstalled(dataDir: string, id: string, preset: AgentPreset): boolean {
  const files = presetCommand(dataDir, id, preset).filter((part) => part.startsWith(programsFolder(dataDir)));
  if (!files.every((file) => existsSync(file))) return false;
  return !needsNode(preset) || hasNode(versionFolder(dataDir, id, preset), preset.package);
}

/** The environment npm needs to find its registry. Excludes the service's settings and keys. */
function npmEnvironment(environment: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const passed = /^(?:PATH|HOME|NODE_EXTRA_CA_CERTS|(?:https?|no|all)_proxy|npm_config_.*)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name))) as NodeJS.ProcessEnv;
}

function npmCommand(): string {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter)];
  const found = folders.map((folder) => join(folder, "npm")).find((path) => existsSync(path));
  if (found === undefined)
    throw new RunFailure("install_failed", "npm not found. Install npm, then test the agent again.");
  return found;
}

interface InstallOptions {
  signal: AbortSignal;
  uniqueId: string;
  /** Variables for npm, such as its registry. Default: this process's. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/** Adds an npm package to a folder, without running its scripts. Throws {@link RunFailure} `install_failed` with the end of npm's output. */
async function npmInstall(cwd: string, name: string, { signal, environment = process.env }: InstallOptions) {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error"];
  const limits = { timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024, signal };
  const env = npmEnvironment(environment);
  await promisify(execFile)(npmCommand(), ["install", ...options, name], { cwd, env, ...limits }).catch(
    (error: Error & { stderr?: string }) => {
      const output = printableText((error.stderr || error.message).slice(-outputTailLength)).trim();
      const message = `couldn't install ${name.replace(/(?<=.)@/, " ")}. Check the network and the disk, then test the agent again.\n${output}`;
      throw new RunFailure("install_failed", message);
    },
  );
}

/**
 * Installs a preset's package at its exact version, without running its scripts, and its own Node if the package doesn't
 * support this process's. Does nothing when it is installed. Throws {@link RunFailure} `install_failed`.
 */
export async function installPreset(
  dataDir: string,
  id: string,
  preset: AgentPreset,
  options: InstallOptions,
): Promise<void> {
  if (isInstalled(dataDir, id, preset)) return;
  const folder = versionFolder(dataDir, id, preset);
  const partial = join(programsFolder(dataDir), id, `.installing-${options.uniqueId}`);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(partial, "package.json"), JSON.stringify({ private: true }));
    await npmInstall(partial, `${preset.package}@${preset.version}`, options);
    if (needsNode(preset) && !hasNode(partial, preset.package)) {
      await npmInstall(partial, nodeFor(partial, preset.package), options);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  if (isInstalled(dataDir, id, preset)) return;
  const where = `${process.platform} ${process.arch}`;
  throw new RunFailure("install_failed", `${preset.package} ${preset.version} has no program for ${where}.`);
}

/** Deletes the installed versions of a preset, except those in `kept`. */
export async function removeInstalled(dataDir: string, id: string, kept: readonly string[] = []): Promise<void> {
  const folder = join(programsFolder(dataDir), id);
  if (kept.length === 0) return rm(folder, { recursive: true, force: true });
  const names = await readdir(folder).catch(() => []);
  // Other names belong to installations in progress.
  const removed = names.filter((name) => /^\d/.test(name) && !kept.includes(name));
  await Promise.all(removed.map((name) => rm(join(folder, name), { recursive: true, force: true })));
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
