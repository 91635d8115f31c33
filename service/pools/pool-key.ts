import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pools } from "../core/store/tables/pools";

export type PoolRow = typeof pools.$inferSelect;

export interface PoolKey {
  scope: "user" | "team";
  ownerId: number;
  name: string;
  repository?: { owner: string; name: string } | undefined;
}

/** The one pool of a scope, owner, name and repository. Names of pools are case-sensitive, of repositories not. */
export function poolIs({ scope, ownerId, name, repository }: PoolKey): SQL | undefined {
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
