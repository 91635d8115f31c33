import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../core/context";

type WithSettings = Pick<Context, "settings">;

/** Where the stored artifacts of an agent lie, each under the digest of its content. */
export function storageDir({ settings }: WithSettings, agentId: string): string {
  return join(settings.dataDir, "artifacts", agentId);
}

/** Stores a content under its digest, whole or not at all. `write` puts it into the file and answers the digest. */
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

/** Makes the renames in a folder last. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, "r").catch(() => undefined);
  await folder?.sync();
  await folder?.close();
}

/** Removes the contents that are not in `keep`, and what an interrupted copy left. */
export async function sweep(dir: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    if (!keep.has(name)) await rm(join(dir, name), { force: true });
  }
}

export async function removeArtifacts(context: WithSettings, agentId: string): Promise<void> {
  await rm(storageDir(context, agentId), { recursive: true, force: true });
}
