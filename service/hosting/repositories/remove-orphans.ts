import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";
import { runGit } from "../../git/run-git";
import type { WithGit } from "../../git/with-git";

/**
 * Removes the empty folders that a crash in the middle of a creation leaves without a row. A folder that holds anything
 * is kept and logged: it may belong to a database that was restored from an older backup. Only for the start of a
 * service that is alone on its data.
 */
export async function removeOrphans(context: Pick<Context, "db" | "log"> & WithGit): Promise<void> {
  const rows = await context.db.select({ id: repositories.id }).from(repositories);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of await context.repositories.list()) {
    if (known.has(id)) continue;
    const { stdout } = await runGit(["for-each-ref", "--count=1"], { cwd: context.repositories.path(id) });
    if (stdout.length === 0) await context.repositories.delete(id);
    else context.log.warn({ repositoryId: id }, "a repository folder without a row was kept");
  }
}
