import { execFile } from "node:child_process";
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const bytesPerBlock = 512;

/** The size as `du` counts it, which traverses paths that are too long for the system. */
async function sizeOfAnyDepth(folder: string): Promise<number> {
  // It fails for entries deleted meanwhile, but prints the size of the others.
  const { stdout } = await promisify(execFile)("du", ["-sk", "--", folder]).catch((error) => ({
    stdout: typeof error?.stdout === "string" ? error.stdout : "",
  }));
  return (Number.parseInt(stdout, 10) || 0) * 1024;
}

/** Bytes of a folder on disk. Stops counting above `enough`. Ignores files deleted meanwhile and doesn't follow links. */
export async function folderSize(folder: string, enough = Number.POSITIVE_INFINITY): Promise<number> {
  let size = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && size <= enough; next = folders.pop()) {
    const entries = await opendir(next).catch((error: NodeJS.ErrnoException) => error.code);
    if (entries === "ENAMETOOLONG") return sizeOfAnyDepth(folder);
    if (typeof entries !== "object") continue;
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
