import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isNotNull, sql } from "drizzle-orm";
import { maintain, staleLocks } from "@/git/maintain";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";

type Dependencies = Pick<Context, "db" | "clock" | "log"> & WithGit;

/** Held shared during maintenance, which moves objects between files, and exclusively while a backup copies them. */
export const maintenanceLock = 7_150_002;

/** Maintains a repository. Returns false, without a change, while a backup runs. */
async function maintainRepository(context: Dependencies, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const lock = sql`select pg_try_advisory_xact_lock_shared(${maintenanceLock}) as acquired`;
    const { rows } = await tx.execute<{ acquired: boolean }>(lock);
    if (!rows[0]?.acquired) return false;
    const dir = context.repositories.path(id);
    for (const name of await staleLocks(dir, context.clock.now())) {
      context.log.warn({ repositoryId: id, name }, "removed stale git lock");
      await rm(join(dir, name), { force: true });
    }
    await maintain(dir);
    return true;
  });
}

/** Returns a function that runs git maintenance on repositories pushed to since its last call, one at a time. */
export function createMaintenance(context: Dependencies): () => Promise<void> {
  /** Last maintained push time by repository. */
  const maintained = new Map<string, number>();
  return async () => {
    const rows = await context.db
      .select({ id: repositories.id, pushedAt: repositories.pushedAt })
      .from(repositories)
      .where(isNotNull(repositories.pushedAt));
    for (const { id, pushedAt } of rows) {
      if (pushedAt === null || maintained.get(id) === pushedAt || !(await context.repositories.exists(id))) continue;
      try {
        if (!(await maintainRepository(context, id))) return;
        maintained.set(id, pushedAt);
      } catch (error) {
        context.log.warn({ err: error, repositoryId: id }, "repository maintenance failed");
      }
    }
  };
}
