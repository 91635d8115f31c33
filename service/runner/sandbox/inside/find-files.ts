import { constants } from "node:fs";
import { type FileHandle, lstat, open, opendir, realpath } from "node:fs/promises";
import { join } from "node:path";

const mostEntries = 20_000;
const deepest = 32;

/** True when `folder` is a folder itself and no link leads to it. */
export async function isPlainFolder(folder: string): Promise<boolean> {
  const state = await lstat(folder).catch(() => undefined);
  return state?.isDirectory() === true && (await realpath(folder).catch(() => "")) === folder;
}

/**
 * Paths of the regular files below a folder, relative to it and in order. Links are not followed; what lies too deep, or
 * comes after very many entries, is left out.
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
      if (entries > mostEntries) return found.sort();
      if (entry.isFile()) found.push([...parts, entry.name].join("/"));
      if (entry.isDirectory() && parts.length < deepest) folders.push([...parts, entry.name]);
    }
  }
  return found.sort();
}

/**
 * Opens a file of an agent for reading. Answers nothing for what is no regular file or is reached over a link: the name
 * is looked at again after the file is open, so that exchanging a folder for a link meanwhile gains nothing.
 */
export async function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  const [opened, named, place] = await Promise.all([
    file.stat(),
    lstat(path).catch(() => undefined),
    realpath(path).catch(() => undefined),
  ]);
  if (opened.isFile() && place === path && named?.ino === opened.ino && named.dev === opened.dev) return file;
  await file.close();
  return undefined;
}
