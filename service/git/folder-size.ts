import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

const bytesPerBlock = 512;

/** Bytes of a folder on disk. Stops counting above `enough`. Ignores files deleted meanwhile and doesn't follow links. */
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
      // The folder was deleted while it was read.
    }
  }
  return size;
}
