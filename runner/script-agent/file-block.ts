import { lstat, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Turn } from "./turn";

async function resolveRealPath(path: string): Promise<string | undefined> {
  const existing = await lstat(path).catch(() => undefined);
  if (existing) return realpath(path).catch(() => undefined);
  if (dirname(path) === path) return undefined;
  const folder = await resolveRealPath(dirname(path));
  return folder && join(folder, basename(path));
}

/** Returns the real path if it can be written: inside the folders and not in a git folder. */
export async function resolveWritablePath(
  path: string,
  cwd: string,
  folders: readonly string[],
): Promise<string | undefined> {
  if (path === "" || path.includes("\0")) return undefined;
  const realPath = await resolveRealPath(resolve(cwd, path));
  if (realPath === undefined || realPath.split(sep).some((part) => part.toLowerCase() === ".git")) return undefined;
  for (const folder of [cwd, ...folders]) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined && realPath.startsWith(real + sep)) return realPath;
  }
  return undefined;
}

/** Writes a file block as a tool call. Returns the error, or `undefined`. */
export async function writeFileBlock(turn: Turn, path: string, content: string): Promise<string | undefined> {
  const { cwd, folders } = turn.options;
  const realPath = await resolveWritablePath(path, cwd, folders);
  const before = realPath && (await readFile(realPath, "utf8").catch(() => undefined));
  const shown = resolve(cwd, path);
  const call = await turn.tool({
    title: `Write ${path}`,
    name: "write",
    kind: "edit",
    rawInput: { path: shown, fileText: content },
    path: shown,
    written: `${path}\n${content}`,
  });
  const fail = async (message: string) => {
    await call.finish("failed", { rawOutput: { message } }, message);
    return message;
  };
  if (path === "") return fail("the block has no file name");
  if (realPath === undefined) return fail(`${path} is outside the working folder`);
  try {
    await mkdir(dirname(realPath), { recursive: true });
    await writeFile(realPath, content);
  } catch (error) {
    return fail(error instanceof Error ? error.message : `${path} can't be written`);
  }
  const diff = { type: "diff" as const, path: shown, oldText: before ?? null, newText: content };
  const rawOutput = { path: shown, fileSize: Buffer.byteLength(content) };
  await call.finish("completed", { content: [diff], rawOutput }, "");
  return undefined;
}
