import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { type pools, workers } from "../core/store/tables/pools";
import { pendingRequests } from "../core/store/tables/queue";
import { namespaces, repositories } from "../core/store/tables/repositories";
import { repositoryScope } from "./repository-scope";
import type { ServiceAccount } from "./service-account";

/** Condition: the worker is executing a run. */
export const inUse = sql`exists (
  select 1 from ${pendingRequests}
  where ${pendingRequests.teamId} = ${workers.teamId} and ${pendingRequests.runWorkerId} = ${workers.id})`;

/** Returns a repo-scoped key's repositories as lower-case `owner/name`; undefined for a key without a scope. */
export async function scopedRepositoryNames(
  { db }: Pick<Context, "db">,
  account: ServiceAccount,
): Promise<string[] | undefined> {
  const scope = repositoryScope(account);
  if (!scope) return undefined;
  const rows = await db
    .select({ owner: namespaces.slugFolded, name: repositories.nameFolded })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(inArray(repositories.id, [...scope]));
  return rows.map(({ owner, name }) => `${owner}/${name}`);
}

/** Condition: the worker or pool serves one of the repositories. */
export function servesAnyOf(
  table: typeof workers | typeof pools,
  names: readonly string[] | undefined,
): SQL | undefined {
  return names && inArray(sql`lower(${table.repoOwner}) || '/' || lower(${table.repoName})`, [...names]);
}
