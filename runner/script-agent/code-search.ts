import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { runProgram } from "./run-program";

const maxFiles = 20_000;
const maxSearchedBytes = 512 * 1024;
const maxLineLength = 300;
const maxMatches = 200;
const skipped = new Set([".git", "node_modules", ".next", "dist", "target", "vendor", ".venv"]);

export interface Match {
  file: string;
  lineNumber: number;
  line: string;
}

export interface Folder {
  cwd: string;
  signal: AbortSignal;
  timeLimitMs: number;
}

async function walk(root: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && files.length < maxFiles; folder = folders.pop()) {
    signal.throwIfAborted();
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((one, other) => one.name.localeCompare(other.name))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(path);
      if (entry.isFile()) files.push(relative(root, path));
    }
  }
  return files.sort();
}

/** Lists the files of the working folder that git doesn't ignore, or all files outside a repository. */
export async function listFiles({ cwd, signal, timeLimitMs }: Folder): Promise<string[]> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { exitCode, stdout } = await runProgram("git", args, { cwd, signal, timeLimitMs });
  if (exitCode !== 0) return walk(cwd, signal);
  return [...new Set(stdout.split("\0"))].filter((file) => file !== "").slice(0, maxFiles);
}

async function searchFiles(word: string, files: readonly string[], { cwd, signal }: Folder): Promise<Match[]> {
  const matches: Match[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    if (matches.length >= maxMatches) break;
    const path = join(cwd, file);
    const state = await stat(path).catch(() => undefined);
    if (!state?.isFile() || state.size > maxSearchedBytes) continue;
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.includes("\0")) continue;
    for (const [index, line] of text.split("\n").entries()) {
      if (!line.toLowerCase().includes(word.toLowerCase())) continue;
      matches.push({ file, lineNumber: index + 1, line: line.slice(0, maxLineLength) });
    }
  }
  return matches;
}

/** Finds lines that contain a word, case-insensitively. */
export async function searchWord(word: string, files: readonly string[], folder: Folder): Promise<Match[]> {
  const { cwd, signal, timeLimitMs } = folder;
  const args = ["grep", "-n", "-I", "-i", "-F", "-z", "--untracked", "--no-color", "-m", "50", "-e", word];
  const { exitCode, stdout } = await runProgram("git", args, { cwd, signal, timeLimitMs });
  if (exitCode !== 0 && exitCode !== 1) return searchFiles(word, files, folder);
  const lines = stdout.split("\n").flatMap((entry) => {
    const [file, number, ...line] = entry.split("\0");
    if (!file || !number || line.length === 0) return [];
    return [{ file, lineNumber: Number(number), line: line.join("").slice(0, maxLineLength) }];
  });
  return lines.slice(0, maxMatches);
}
