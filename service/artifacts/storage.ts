import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../core/context";

type WithSettings = Pick<Context, "settings">;

/** Folder of an agent's stored artifacts, each named after the digest of its content. */
export function storageDir({ settings }: WithSettings, agentId: string): string {
  return join(settings.dataDir, "artifacts", agentId);
}

/** Deletes contents that aren't in `keep`, and leftovers of interrupted copies. */
export async function sweep(dir: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    if (!keep.has(name)) await rm(join(dir, name), { force: true });
  }
}

export async function removeArtifacts(context: WithSettings, agentId: string): Promise<void> {
  await rm(storageDir(context, agentId), { recursive: true, force: true });
}
