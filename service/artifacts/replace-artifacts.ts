import { eq } from "drizzle-orm";
import type { ArtifactList } from "@/lib/contract/worker-protocol/artifact-exchange";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { artifacts } from "../core/store/tables/artifacts";
import { storeRows } from "./collect-artifacts";
import { artifactStore, removeArtifacts } from "./storage";

/** Digests in a list whose contents aren't stored for the agent yet. */
export async function missingContents(context: Context, agentId: string, { files }: ArtifactList): Promise<string[]> {
  const stored = await artifactStore(context).list(agentId);
  return [...new Set(files.map((file) => file.digest))].filter((digest) => !stored.has(digest));
}

/** Replaces an agent's artifacts with a list whose contents are all stored. Sizes are taken from the contents. */
export async function replaceArtifacts(context: Context, agentId: string, { files }: ArtifactList): Promise<void> {
  const store = artifactStore(context);
  const stored = await store.list(agentId);
  const known = await retryOnDisconnect(context, () =>
    context.db.select().from(artifacts).where(eq(artifacts.agentId, agentId)),
  );
  const taken: (typeof artifacts.$inferSelect)[] = [];
  for (const { path, digest, updatedAt } of files) {
    const sizeBytes = stored.get(digest);
    if (sizeBytes === undefined) throw new Error(`content ${digest} was deleted during the upload`);
    taken.push({ agentId, path, digest, updatedAt, sizeBytes });
  }
  if (!(await retryOnDisconnect(context, () => storeRows(context, agentId, taken)))) {
    await removeArtifacts(context, agentId);
    return;
  }
  // Keep replaced contents until the next upload, because links to them may be in use.
  await store.sweep(agentId, new Set([...known, ...taken].map((file) => file.digest)));
}
