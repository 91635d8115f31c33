import { constants } from "node:fs";
import { type FileHandle, lstat, open, opendir, realpath } from "node:fs/promises";
import { join } from "node:path";

const maxEntries = 20_000;
const maxDepth = 32;

/** Returns true if `folder` is a folder and not a link. */
export async function isPlainFolder(folder: string): Promise<boolean> {
  const state = await lstat(folder).catch(() => undefined);
  return state?.isDirectory() === true && (await realpath(folder).catch(() => "")) === folder;
}

/**
 * Returns the sorted relative paths of the regular files in a folder. Doesn't follow links. Skips files that are nested too
 * deeply or exceed the maximum number of entries.
 */
export async function findFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders: string[][] = [[]];
  let entries = 0;
  for (let parts = folders.pop(); parts !== undefined; parts = folders.pop()) {
    const folder = await opendir(join(root, ...parts)).catch(() => undefined);
    if (!folder) continue;
    for await (const entry of folder) {
      entries += 1;
      if (entries > maxEntries) return found.sort();
      if (entry.isFile()) found.push([...parts, entry.name].join("/"));
      if (entry.isDirectory() && parts.length < maxDepth) folders.push([...parts, entry.name]);
    }
  }
  return found.sort();
}

/**
 * Opens an agent's file for reading. Returns undefined if it isn't a regular file or its path contains a link. Checks the
 * path again after opening, in case a folder was replaced with a link in the meantime.
 */
export async function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  const [opened, named, realPath] = await Promise.all([
    file.stat(),
    lstat(path).catch(() => undefined),
    realpath(path).catch(() => undefined),
  ]);
  if (opened.isFile() && realPath === path && named?.ino === opened.ino && named.dev === opened.dev) return file;
  await file.close();
  return undefined;
}
