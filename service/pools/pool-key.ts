import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pools } from "../core/store/tables/pools";

export type PoolRow = typeof pools.$inferSelect;

export interface PoolKey {
  scope: "user" | "team";
  ownerId: number;
  name: string;
  repository?: { owner: string; name: string } | undefined;
}

/** Condition for the pool of a scope, owner, name and repository. Pool names are case-sensitive, repository names aren't. */
export function matchesPool({ scope, ownerId, name, repository }: PoolKey): SQL | undefined {
  return and(
    eq(pools.scope, scope),
    eq(pools.ownerId, ownerId),
    eq(pools.name, name),
    repository === undefined
      ? isNull(pools.repoOwner)
      : and(
          eq(sql`lower(${pools.repoOwner})`, repository.owner.toLowerCase()),
          eq(sql`lower(${pools.repoName})`, repository.name.toLowerCase()),
        ),
  );
}
