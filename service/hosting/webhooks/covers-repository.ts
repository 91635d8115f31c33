import { and, eq, exists, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Context } from "../../core/context";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";

/** SQL: whether the joined installation exists, isn't suspended, and covers a repository. It covered a deleted one until then. */
export function coversRepository(db: Pick<Context["db"], "select">, repositoryId: PgColumn): SQL | undefined {
  const one = { one: sql`1` };
  const { installationId, repositoryId: selectedId } = installationRepositories;
  const selected = db
    .select(one)
    .from(installationRepositories)
    .where(and(eq(installationId, installations.id), eq(selectedId, repositoryId)));
  const existing = db.select(one).from(repositories).where(eq(repositories.id, repositoryId));
  return and(
    isNull(installations.deletedAt),
    isNull(installations.suspendedAt),
    or(eq(installations.selection, "all"), exists(selected), notExists(existing)),
  );
}
