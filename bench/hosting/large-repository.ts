import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnGit } from "@/git/run-git";

const folders = 60;
const filesPerFolder = 50;
export const fileCount = folders * filesPerFolder;
export const pathOf = (index: number) =>
  `src/part-${index % folders}/module-${Math.floor(index / folders) % filesPerFolder}.ts`;

/** Creates a file of about 2 kB. `version` changes one line. */
function contentOf(index: number, version: number): string {
  const lines = Array.from({ length: 60 }, (_, line) => `export const value${line} = ${index} * ${line};`);
  lines[version % 60] = `export const changed = ${version};`;
  if (index === 1_234) lines[30] = "// the needle in the haystack";
  return `${lines.join("\n")}\n`;
}

function* history(commits: number): Generator<string> {
  const header = (branch: string, at: number, message: string) => {
    const line = `Bench <bench@example.test> ${1_500_000_000 + at * 60} +0000`;
    return `commit refs/heads/${branch}\nauthor ${line}\ncommitter ${line}\ndata ${message.length}\n${message}\n`;
  };
  const file = (index: number, version: number) => {
    const text = contentOf(index, version);
    return `M 100644 inline ${pathOf(index)}\ndata ${text.length}\n${text}\n`;
  };
  yield header("main", 0, "Initial commit");
  for (let index = 0; index < fileCount; index += 1) yield file(index, 0);
  for (let at = 1; at < commits; at += 1) {
    yield `${header("main", at, `Change ${at}`)}${file((at * 7_919) % fileCount, at)}\n`;
  }
  yield `${header("wide", commits, "Change every file")}from refs/heads/main\n`;
  for (let index = 0; index < fileCount; index += 1) yield file(index, commits + index + 1);
}

async function git(args: readonly string[], cwd: string, input?: Iterable<string>): Promise<void> {
  const child = spawnGit(args, { cwd, env: { GIT_DIR: cwd }, stdio: ["pipe", "ignore", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  child.stdin?.on("error", () => undefined);
  let text = "";
  for (const part of input ?? []) {
    text += part;
    if (text.length < 1024 * 1024) continue;
    if (!child.stdin?.write(text)) await new Promise((resolve) => child.stdin?.once("drain", resolve));
    text = "";
  }
  child.stdin?.end(text);
  if ((await ended) !== 0) throw new Error(`git ${args[0]} failed`);
}

/** Creates a bare repository with a long history, once, in the temporary folder. Returns its path. */
export async function largeRepository(commits: number): Promise<string> {
  const kept = join(tmpdir(), `slipway-bench-history-1-${commits}.git`);
  if (existsSync(kept)) return kept;
  const staging = `${kept}.new`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging);
  await git(["init", "--quiet", "--bare", "--initial-branch=main", "."], staging);
  await git(["fast-import", "--quiet"], staging, history(commits));
  // The state after the service's maintenance.
  await git(["repack", "-adq"], staging);
  await git(["commit-graph", "write", "--reachable", "--changed-paths", "--no-progress"], staging);
  await git(["pack-refs", "--all"], staging);
  await rename(staging, kept);
  return kept;
}
