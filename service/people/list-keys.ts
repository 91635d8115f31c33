import { and, asc, eq, isNull, or } from "drizzle-orm";
import { isoTime } from "@/lib/clock/clock";
import { listKeys } from "@/lib/contract/admin/list-keys";
import { findAccount } from "../account/account";
import { implement } from "../http/implement";
import { apiKeys, serviceAccounts, users } from "../store/tables/people";

/** Whose they are, never what they are. */
export const listKeysOperation = implement(listKeys, async ({ params }, service) => {
  const { teamId } = await findAccount(service, params.teamId);
  const rows = await service.db
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
