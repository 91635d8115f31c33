import { and, eq, notInArray, sql } from "drizzle-orm";
import { artifactLimits } from "@/lib/contract/worker-protocol/artifact-exchange";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import { collectArtifactFiles } from "@/runner/workspace/collect-artifacts";
import { workspaceDir } from "@/runner/workspace/workspace";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents } from "../core/store/tables/agents";
import { artifacts } from "../core/store/tables/artifacts";
import { artifactStore, removeArtifacts, stagingDir } from "./storage";

type ArtifactLimits = typeof artifactLimits;

type ArtifactRow = typeof artifacts.$inferSelect;

/** Replaces an agent's rows with `taken`. Returns false when the agent was deleted. */
export async function storeRows(context: Context, agentId: string, taken: ArtifactRow[]): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [agent] = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("update");
    if (!agent) return false;
    const paths = taken.map(({ path }) => path);
    await tx
      .delete(artifacts)
      .where(and(eq(artifacts.agentId, agentId), paths.length === 0 ? undefined : notInArray(artifacts.path, paths)));
    if (taken.length > 0) {
      const set = {
        sizeBytes: sql`excluded.size_bytes`,
        digest: sql`excluded.digest`,
        updatedAt: sql`excluded.updated_at`,
      };
      const target = [artifacts.agentId, artifacts.path];
      await tx.insert(artifacts).values(taken).onConflictDoUpdate({ target, set });
    }
    return true;
  });
}

async function collect(context: Context & WithSandbox, agentId: string, limits: ArtifactLimits): Promise<void> {
  const store = artifactStore(context);
  const into = stagingDir(context, agentId);
  const driver = context.sandbox;
  const collected = await collectArtifactFiles({ driver, workspaceDir: workspaceDir(context, agentId), into, limits });
  if (!collected) return;
  const { files, omitted, omittedCount } = collected;
  if (omittedCount > 0) {
    context.log.warn({ agentId, count: omittedCount, paths: omitted }, "artifacts skipped: too many or too large");
  }
  await store.put(
    agentId,
    files.map(({ digest }) => digest),
  );
  const known = await retryOnDisconnect(context, () =>
    context.db.select().from(artifacts).where(eq(artifacts.agentId, agentId)),
  );
  const rows = files.map((file) => ({ agentId, ...file }));
  if (!(await retryOnDisconnect(context, () => storeRows(context, agentId, rows)))) {
    await removeArtifacts(context, agentId);
    return;
  }
  // Keep replaced contents until the next collection, because links to them may be in use.
  await store.sweep(agentId, new Set([...known, ...rows].map(({ digest }) => digest)));
}

/**
 * Stores the files in an agent's artifacts folder after a run: first the contents, then the rows that refer to them. Errors are only logged, so that they never prevent a run from ending.
 */
export async function collectArtifacts(
  context: Context & WithSandbox,
  agentId: string,
  limits = artifactLimits,
): Promise<void> {
  try {
    await collect(context, agentId, limits);
  } catch (error) {
    context.log.error({ err: error, agentId }, "artifact collection failed");
  }
}
