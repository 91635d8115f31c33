import { createHash } from "node:crypto";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import type { pendingRequests, queueEvents } from "../core/store/tables/queue";
import { repositoryAddress } from "../github/github-address";
import { findRepositoryByUrl } from "../hosting/access/repository-access";
import { outOfScope, repositoryScope } from "../pools/repository-scope";
import { externalRepositoryId } from "./target";

/** Filters of list and watch. */
export interface QueueFilter {
  /** Id of a repository, `externalRepositoryId` on GitHub; null if it doesn't exist; undefined: requests of any-repo pools. */
  repositoryId: string | null | undefined;
  pool: string | undefined;
}

/**
 * Resolves the filters of a call. A repo-scoped key must specify one of its repositories. Throws 400 `validation_error` or
 * 403 `role_forbidden`.
 */
export async function readFilter(
  context: Context,
  principal: Principal,
  { repository, pool }: { repository?: string | undefined; pool?: string | undefined },
): Promise<QueueFilter> {
  const scope = repositoryScope(principal);
  if (repository === undefined) {
    if (scope) throw apiError.field("repository", "a repo-scoped key must specify one of its repositories");
    return { repositoryId: undefined, pool };
  }
  const address = repositoryAddress(repository);
  const onGitHub = address ? externalRepositoryId(address) : null;
  const id = (await findRepositoryByUrl(context, repository))?.id ?? onGitHub;
  if (scope && (id === null || !scope.has(id))) throw outOfScope(repository);
  return { repositoryId: id, pool };
}

/** Returns a short hash of the filters, which cursors and page tokens are bound to. */
export function filterKey({ repositoryId, pool }: QueueFilter): string {
  const text = JSON.stringify([repositoryId === undefined ? "any" : ["id", repositoryId], pool ?? null]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** Condition for the requests or events that match the filters. */
export function selected(
  table: typeof pendingRequests | typeof queueEvents,
  { repositoryId, pool }: QueueFilter,
): SQL | undefined {
  return and(
    isNotNull(table.poolName),
    repositoryId === undefined
      ? eq(table.anyRepo, true)
      : sql`${table.repositoryIds} @> ${JSON.stringify([repositoryId])}::jsonb`,
    pool === undefined ? undefined : eq(table.poolName, pool),
  );
}
