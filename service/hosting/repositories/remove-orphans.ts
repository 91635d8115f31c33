import { runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";

/**
 * Deletes empty repository folders without a row, left by a crash during creation. Non-empty folders are kept and logged,
 * since the database may have been restored from an older backup. Call only at startup, when no other service uses the
 * data.
 */
export async function removeOrphans(context: Pick<Context, "db" | "log"> & WithGit): Promise<void> {
  const rows = await context.db.select({ id: repositories.id }).from(repositories);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of await context.repositories.list()) {
    if (known.has(id)) continue;
    const { stdout } = await runGit(["for-each-ref", "--count=1"], { cwd: context.repositories.path(id) });
    if (stdout.length === 0) await context.repositories.delete(id);
    else context.log.warn({ repositoryId: id }, "kept repository folder without a database row");
  }
}
