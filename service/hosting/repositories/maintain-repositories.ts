import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isNotNull } from "drizzle-orm";
import type { Service } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";
import { maintain, staleLocks } from "../../git/maintain";

type Needs = Pick<Service, "db" | "clock" | "log" | "repositories">;

/** Maintains the repositories that were pushed to since it last did, one after the other. */
export function createMaintenance(service: Needs): () => Promise<void> {
  /** By repository, the push up to which it is maintained. */
  const maintained = new Map<string, number>();
  return async () => {
    const rows = await service.db
      .select({ id: repositories.id, pushedAt: repositories.pushedAt })
      .from(repositories)
      .where(isNotNull(repositories.pushedAt));
    for (const { id, pushedAt } of rows) {
      if (pushedAt === null || maintained.get(id) === pushedAt || !(await service.repositories.exists(id))) continue;
      const dir = service.repositories.path(id);
      try {
        for (const name of await staleLocks(dir, service.clock.now())) {
          service.log.warn({ repositoryId: id, name }, "a lock that a killed process left was removed");
          await rm(join(dir, name), { force: true });
        }
        await maintain(dir);
        maintained.set(id, pushedAt);
      } catch (error) {
        service.log.warn({ err: error, repositoryId: id }, "a repository was not maintained");
      }
    }
  };
}
