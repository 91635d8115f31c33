import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { pools } from "../core/store/tables/pools";
import { matchesPool, type PoolKey, type PoolRow } from "./pool-key";

interface PoolInput extends PoolKey {
  teamId: number;
  repository?: { owner: string; name: string; url?: string | undefined } | undefined;
  /** If omitted: 0 for a new pool, unchanged for an existing one. */
  workerReadyTimeoutSeconds?: number | undefined;
}

/** Registers a pool. An existing pool is listed again and only the given values change. */
export async function putPool(
  { db, clock, ids }: Pick<Context, "db" | "clock" | "ids">,
  input: PoolInput,
): Promise<PoolRow> {
  const now = clock.now();
  const { repository, workerReadyTimeoutSeconds: seconds } = input;
  await db
    .insert(pools)
    .values({
      id: ids.uuid(),
      teamId: input.teamId,
      scope: input.scope,
      ownerId: input.ownerId,
      name: input.name,
      repoOwner: repository?.owner ?? null,
      repoName: repository?.name ?? null,
      repoUrl: repository?.url ?? null,
      workerReadyTimeoutSeconds: seconds ?? 0,
      firstSeenAt: now,
      lastSeenAt: now,
    })
    .onConflictDoNothing();
  const [pool] = await db
    .update(pools)
    .set({
      lastSeenAt: now,
      deregisteredAt: null,
      ...(repository?.url === undefined ? {} : { repoUrl: repository.url }),
      ...(seconds === undefined ? {} : { workerReadyTimeoutSeconds: seconds }),
    })
    .where(and(eq(pools.teamId, input.teamId), matchesPool(input)))
    .returning();
  if (!pool) throw new Error("the pool was not stored");
  return pool;
}
