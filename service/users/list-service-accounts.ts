import { asc, eq } from "drizzle-orm";
import { listServiceAccounts } from "@/lib/contract/admin/users/list-service-accounts";
import { isoTime } from "@/lib/core/clock";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { serviceAccounts } from "../core/store/tables/users";

export const listServiceAccountsOperation = implement(listServiceAccounts, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db
    .select()
    .from(serviceAccounts)
    .where(eq(serviceAccounts.teamId, teamId))
    .orderBy(asc(serviceAccounts.name), asc(serviceAccounts.id));
  return { serviceAccounts: rows.map(({ id, name, createdAt }) => ({ id, name, createdAt: isoTime(createdAt) })) };
});
