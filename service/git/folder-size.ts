import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

const bytesPerBlock = 512;

/** Bytes a folder takes on disk. Stops counting above `enough`. What vanishes meanwhile counts nothing; no link is followed. */
export async function folderSize(folder: string, enough = Number.POSITIVE_INFINITY): Promise<number> {
  let size = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && size <= enough; next = folders.pop()) {
    const entries = await opendir(next).catch(() => undefined);
    if (!entries) continue;
    try {
      for await (const entry of entries) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        const state = await lstat(path).catch(() => undefined);
        size += (state?.blocks ?? 0) * bytesPerBlock;
        if (size > enough) break;
      }
    } catch {
      // The folder went away while it was read.
    }
  }
  return size;
}
