import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";

/** The file is outside the workspace or can't be used. The message is for the agent. */
export class FileRequestError extends Error {
  constructor(
    message: string,
    /** The file doesn't exist. */
    readonly missing = false,
  ) {
    super(message);
  }
}

const maxFileBytes = 16 * 1024 * 1024;

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** The real path of a file, or the path where it would be created; `undefined` for a broken link. */
async function realPathOf(path: string): Promise<string | undefined> {
  const existing = await lstat(path).catch(() => undefined);
  if (existing) return realpath(path).catch(() => undefined);
  if (dirname(path) === path) return undefined;
  const folder = await realPathOf(dirname(path));
  return folder && join(folder, basename(path));
}

/** The real path when it is in one of `folders`, links resolved; `undefined` otherwise. */
export async function locate(path: string, folders: readonly string[]): Promise<string | undefined> {
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  const realPath = await realPathOf(path);
  return realPath !== undefined && folders.some((folder) => isWithin(realPath, folder)) ? realPath : undefined;
}

async function permitted(path: string, folders: readonly string[]): Promise<string> {
  const realPath = await locate(path, folders);
  if (realPath === undefined) throw new FileRequestError(`${path} isn't in the workspace`);
  return realPath;
}

/**
 * Opens a file of the workspace. The agent may replace a folder with a link at any moment, so the opened file is checked
 * again before a byte is read or written.
 */
async function openPermitted(path: string, flags: number, folders: readonly string[]): Promise<FileHandle> {
  const realPath = await permitted(path, folders);
  const file = await open(realPath, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o644).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw new FileRequestError(`${path} doesn't exist`, true);
      throw new FileRequestError(`${path} can't be opened`);
    },
  );
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realPath);
  const isFile = (await file.stat()).isFile();
  if (isFile && folders.some((folder) => isWithin(opened, folder))) return file;
  await file.close();
  throw new FileRequestError(isFile ? `${path} isn't in the workspace` : `${path} isn't a file`);
}

/** Text of a file in the workspace, or `limit` lines from line `line` (1-based). Throws {@link FileRequestError}. */
export async function readWorkspaceFile(
  path: string,
  range: { line?: number | undefined; limit?: number | undefined },
  folders: readonly string[],
): Promise<string> {
  const file = await openPermitted(path, constants.O_RDONLY, folders);
  try {
    if ((await file.stat()).size > maxFileBytes) throw new FileRequestError(`${path} is larger than 16 MB`);
    const text = await file.readFile("utf8");
    if (range.line === undefined && range.limit === undefined) return text;
    const first = Math.max(1, range.line ?? 1) - 1;
    const lines = text.split("\n");
    return lines.slice(first, range.limit === undefined ? undefined : first + range.limit).join("\n");
  } finally {
    await file.close();
  }
}

/** Writes a file in the workspace and creates its folders. Throws {@link FileRequestError}. */
export async function writeWorkspaceFile(path: string, content: string, folders: readonly string[]): Promise<void> {
  if (Buffer.byteLength(content) > maxFileBytes) throw new FileRequestError("the content is larger than 16 MB");
  await mkdir(dirname(await permitted(path, folders)), { recursive: true });
  const file = await openPermitted(path, constants.O_WRONLY | constants.O_CREAT, folders);
  try {
    await file.truncate();
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}
