import { stat } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { ArtifactList } from "@/lib/contract/worker-protocol/artifact-exchange";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { artifacts } from "../core/store/tables/artifacts";
import { syncFolder } from "../runner/content-store";
import { storeRows } from "./collect-artifacts";
import { removeArtifacts, storageDir, sweep } from "./storage";

/** Digests in a list whose contents aren't stored for the agent yet. */
export async function missingContents(context: Context, agentId: string, { files }: ArtifactList): Promise<string[]> {
  const dir = storageDir(context, agentId);
  const missing: string[] = [];
  for (const digest of new Set(files.map((file) => file.digest))) {
    const there = await stat(join(dir, digest)).catch(() => undefined);
    if (!there) missing.push(digest);
  }
  return missing;
}

/** Replaces an agent's artifacts with a list whose contents are all stored. Sizes are taken from the contents. */
export async function replaceArtifacts(context: Context, agentId: string, { files }: ArtifactList): Promise<void> {
  const dir = storageDir(context, agentId);
  await syncFolder(dir);
  const known = await retryOnDisconnect(context, () =>
    context.db.select().from(artifacts).where(eq(artifacts.agentId, agentId)),
  );
  const taken: (typeof artifacts.$inferSelect)[] = [];
  for (const { path, digest, updatedAt } of files) {
    taken.push({ agentId, path, digest, updatedAt, sizeBytes: (await stat(join(dir, digest))).size });
  }
  if (!(await retryOnDisconnect(context, () => storeRows(context, agentId, taken)))) {
    await removeArtifacts(context, agentId);
    return;
  }
  // Keep replaced contents until the next upload, because links to them may be in use.
  await sweep(dir, new Set([...known, ...taken].map((file) => file.digest)));
}
