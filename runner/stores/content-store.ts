import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Stores content by its digest, atomically. `write` writes the file and returns the digest, or `undefined` to discard it.
 */
export async function storeContent(
  dir: string,
  write: (file: FileHandle) => Promise<string | undefined>,
): Promise<string | undefined> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const temporary = join(dir, `.new-${randomUUID()}`);
  const file = await open(temporary, "wx", 0o600);
  try {
    const digest = await write(file);
    await file.sync();
    if (digest !== undefined) await rename(temporary, join(dir, digest));
    return digest;
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
}

/** Flushes renames in a folder to disk. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, "r").catch(() => undefined);
  await folder?.sync();
  await folder?.close();
}

/** Stores content from its blocks. Returns its SHA-256 in hexadecimal and its size in bytes. */
export async function storeBlocks(
  dir: string,
  blocks: AsyncIterable<Buffer>,
): Promise<{ digest: string; sizeBytes: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const digest = await storeContent(dir, async (file) => {
    for await (const block of blocks) {
      hash.update(block);
      sizeBytes += block.length;
      await file.writeFile(block);
    }
    return hash.digest("hex");
  });
  if (digest === undefined) throw new Error("content not stored");
  return { digest, sizeBytes };
}
