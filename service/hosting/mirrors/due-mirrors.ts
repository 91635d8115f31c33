import { and, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { mirrorJobs, mirrors } from "../../core/store/tables/mirrors";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";

/** At most `limit` mirrors with a free lease whose job or sync is due. */
export async function dueMirrors(
  { db, clock }: Pick<Context, "db" | "clock">,
  { isFree, limit }: { isFree: SQL | undefined; limit: number },
): Promise<string[]> {
  const now = clock.now();
  const job = db
    .select({ one: sql`1` })
    .from(mirrorJobs)
    .where(
      and(
        eq(mirrorJobs.repositoryId, mirrors.repositoryId),
        inArray(mirrorJobs.status, ["queued", "running"]),
        lte(mirrorJobs.nextAttemptAt, now),
      ),
    );
  const hasUnpushedUpdates = db
    .select({ one: sql`1` })
    .from(refUpdates)
    .where(and(eq(refUpdates.repositoryId, mirrors.repositoryId), gt(refUpdates.id, mirrors.pushedUpdateId)));
  const rows = await db
    .select({ id: mirrors.repositoryId })
    .from(mirrors)
    .innerJoin(repositories, eq(repositories.id, mirrors.repositoryId))
    .where(
      and(
        isNull(mirrors.detachedAt),
        isFree,
        or(
          exists(job),
          and(inArray(repositories.mirrorStatus, ["inbound", "outbound"]), lte(mirrors.nextSyncAt, now)),
          and(eq(repositories.mirrorStatus, "outbound"), eq(mirrors.failures, 0), exists(hasUnpushedUpdates)),
        ),
      ),
    )
    .orderBy(mirrors.nextSyncAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}
