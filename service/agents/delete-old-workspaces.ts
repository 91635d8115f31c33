import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, lt, ne } from "drizzle-orm";
import { removeTree } from "@/runner/stores/remove-tree";
import { workspaceDir } from "@/runner/workspace/workspace";
import type { Context } from "../core/context";
import { agents } from "../core/store/tables/agents";

/** The next run collects the files of this folder again, so without it, it would delete the stored artifacts. */
const keptFolder = "artifacts";

/** Deletes workspaces of agents that haven't changed for longer than `retentionDays.workspaces`. Returns the number deleted. */
export async function deleteOldWorkspaces(context: Pick<Context, "db" | "clock" | "settings">): Promise<number> {
  const { db, clock, settings } = context;
  const { workspaces: days } = settings.retentionDays;
  if (days === 0) return 0;
  const isOld = lt(agents.updatedAt, clock.now() - days * 86_400_000);
  let deleted = 0;
  for (const id of await readdir(join(settings.dataDir, "workspaces")).catch(() => [])) {
    const folder = workspaceDir(context, id);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name !== keptFolder);
    if (names.length === 0) continue;
    await db.transaction(async (tx) => {
      // The lock delays a follow-up until the workspace is deleted.
      const idle = and(eq(agents.id, id), ne(agents.status, "ACTIVE"), isOld);
      const [agent] = await tx.select({ id: agents.id }).from(agents).where(idle).for("update");
      if (!agent) return;
      for (const name of names) await removeTree(join(folder, name));
      deleted += 1;
    });
  }
  return deleted;
}
