import { and, eq, inArray, lt } from "drizzle-orm";
import type { Context } from "../core/context";
import { agents } from "../core/store/tables/agents";
import { artifacts } from "../core/store/tables/artifacts";
import { artifactStore } from "./storage";

/** Agents per call. */
const batch = 200;

/** Deletes artifacts older than `retentionDays.artifacts`: rows, then contents. Returns the number deleted. */
export async function deleteOldArtifacts(context: Pick<Context, "db" | "clock" | "settings">): Promise<number> {
  const { db, clock, settings } = context;
  const { artifacts: days } = settings.retentionDays;
  if (days === 0) return 0;
  const isOld = lt(artifacts.updatedAt, clock.now() - days * 86_400_000);
  const owners = await db.selectDistinct({ agentId: artifacts.agentId }).from(artifacts).where(isOld).limit(batch);
  let deleted = 0;
  for (const { agentId } of owners) {
    await db.transaction(async (tx) => {
      // Collecting artifacts locks the same row.
      await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("update");
      const old = await tx
        .select()
        .from(artifacts)
        .where(and(eq(artifacts.agentId, agentId), isOld));
      const paths = old.map(({ path }) => path);
      if (paths.length === 0) return;
      await tx.delete(artifacts).where(and(eq(artifacts.agentId, agentId), inArray(artifacts.path, paths)));
      deleted += paths.length;
    });
    const kept = await db.select({ digest: artifacts.digest }).from(artifacts).where(eq(artifacts.agentId, agentId));
    // Contents without a row may belong to an upload in progress, but not if all rows are old.
    if (kept.length === 0) await artifactStore(context).sweep(agentId, new Set());
  }
  return deleted;
}
