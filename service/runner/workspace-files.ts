import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { agentFolders, type Workspace } from "./workspace";

/** A file the agent can't access. The agent receives the message. */
export class FileError extends Error {}

const largestFile = 16 * 1024 * 1024;

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Returns the real path of a file, or where it would be created. Undefined for a broken link. */
async function resolveRealPath(path: string): Promise<string | undefined> {
  const existing = await lstat(path).catch(() => undefined);
  if (existing) return realpath(path).catch(() => undefined);
  if (dirname(path) === path) return undefined;
  const folder = await resolveRealPath(dirname(path));
  return folder && join(folder, basename(path));
}

/** Returns the real path if it is in one of the agent's folders, otherwise undefined. */
export async function resolveInWorkspace(path: string, workspace: Workspace): Promise<string | undefined> {
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  const place = await resolveRealPath(path);
  return place !== undefined && agentFolders(workspace).some((folder) => isWithin(place, folder)) ? place : undefined;
}

async function permitted(path: string, workspace: Workspace): Promise<string> {
  const place = await resolveInWorkspace(path, workspace);
  if (place === undefined) throw new FileError(`${path} isn't in the workspace`);
  return place;
}

/**
 * Opens a file in the workspace. The agent can replace a folder with a link at any time, so the opened file is checked
 * again before reading or writing.
 */
async function openPermitted(path: string, flags: number, workspace: Workspace): Promise<FileHandle> {
  const place = await permitted(path, workspace);
  const file = await open(place, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o644).catch(() => undefined);
  if (!file) throw new FileError(`${path} can't be opened`);
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => place);
  const isFile = (await file.stat()).isFile();
  if (isFile && agentFolders(workspace).some((folder) => isWithin(opened, folder))) return file;
  await file.close();
  throw new FileError(isFile ? `${path} isn't in the workspace` : `${path} isn't a file`);
}

/** Returns the text of a file in the workspace, or `limit` lines from line `line` (starting at 1). */
export async function readWorkspaceFile(
  path: string,
  range: { line: number | undefined; limit: number | undefined },
  workspace: Workspace,
): Promise<string> {
  const file = await openPermitted(path, constants.O_RDONLY, workspace);
  try {
    if ((await file.stat()).size > largestFile) throw new FileError(`${path} is larger than 16 MB`);
    const text = await file.readFile("utf8");
    if (range.line === undefined && range.limit === undefined) return text;
    const first = Math.max(1, range.line ?? 1) - 1;
    const lines = text.split("\n");
    return lines.slice(first, range.limit === undefined ? undefined : first + range.limit).join("\n");
  } finally {
    await file.close();
  }
}

/** Writes a file in the workspace and creates its folders. */
export async function writeWorkspaceFile(path: string, content: string, workspace: Workspace): Promise<void> {
  if (Buffer.byteLength(content) > largestFile) throw new FileError("the content is larger than 16 MB");
  await mkdir(dirname(await permitted(path, workspace)), { recursive: true });
  const file = await openPermitted(path, constants.O_WRONLY | constants.O_CREAT, workspace);
  try {
    await file.truncate();
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}
