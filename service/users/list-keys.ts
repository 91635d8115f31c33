import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { listKeys } from "@/lib/contract/admin/users/list-keys";
import { isoTime } from "@/lib/core/clock";
import { findAccount } from "../account/account";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { namespaces, repositories } from "../core/store/tables/repositories";
import { apiKeys, serviceAccounts, users } from "../core/store/tables/users";

/** `owner/name` by repository id; deleted repositories are missing. */
async function repositoryNames({ db }: Pick<Context, "db">, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: repositories.id, name: repositories.name, slug: namespaces.slug })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(inArray(repositories.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name, slug }) => [id, `${slug}/${name}`]));
}

/** Lists the team's keys with their owners, never the secrets. */
export const listKeysOperation = implement(listKeys, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db
    .select({ key: apiKeys, email: users.email, accountId: serviceAccounts.id, accountName: serviceAccounts.name })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, apiKeys.serviceAccountId))
    .where(and(isNull(apiKeys.deletedAt), or(eq(users.teamId, teamId), eq(serviceAccounts.teamId, teamId))))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  const names = await repositoryNames(
    context,
    rows.flatMap(({ key }) => key.repositoryIds ?? []),
  );
  return {
    keys: rows.map(({ key, email, accountId, accountName }) => ({
      id: key.id,
      name: key.name,
      owner: email ?? accountId ?? "",
      ...(accountName === null ? {} : { ownerName: accountName }),
      createdAt: isoTime(key.createdAt),
      ...(key.expiresAt === null ? {} : { expiresAt: isoTime(key.expiresAt) }),
      agentScoped: key.agentScoped,
      ...(key.registration
        ? { registration: { pool: key.registration.pool, expiresAt: isoTime(key.registration.expiresAt) } }
        : {}),
      ...(key.repositoryIds ? { repositories: key.repositoryIds.map((id) => names.get(id) ?? id) } : {}),
    })),
  };
});
