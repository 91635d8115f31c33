import type { Service } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";
import { runGit } from "../../git/run-git";

/**
 * Removes the empty folders that a crash in the middle of a creation leaves without a row. A folder that holds anything
 * is kept and logged: it may belong to a database that was restored from an older backup. Only for the start of a
 * service that is alone on its data.
 */
export async function removeOrphans(service: Pick<Service, "db" | "log" | "repositories">): Promise<void> {
  const rows = await service.db.select({ id: repositories.id }).from(repositories);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of await service.repositories.list()) {
    if (known.has(id)) continue;
    const { stdout } = await runGit(["for-each-ref", "--count=1"], { cwd: service.repositories.path(id) });
    if (stdout.length === 0) await service.repositories.delete(id);
    else service.log.warn({ repositoryId: id }, "a repository folder without a row was kept");
  }
}
