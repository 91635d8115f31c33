import { and, asc, eq, isNull, or } from "drizzle-orm";
import { listKeys } from "@/lib/contract/admin/list-keys";
import { isoTime } from "@/lib/core/clock";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { apiKeys, serviceAccounts, users } from "../core/store/tables/people";

/** Lists the team's keys with their owners, never the secrets. */
export const listKeysOperation = implement(listKeys, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db
    .select({ key: apiKeys, email: users.email, accountId: serviceAccounts.id })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, apiKeys.serviceAccountId))
    .where(and(isNull(apiKeys.deletedAt), or(eq(users.teamId, teamId), eq(serviceAccounts.teamId, teamId))))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  return {
    keys: rows.map(({ key: { id, name, createdAt }, email, accountId }) => ({
      id,
      name,
      owner: email ?? accountId ?? "",
      createdAt: isoTime(createdAt),
    })),
  };
});
