import { asc, eq } from "drizzle-orm";
import { isoTime } from "@/lib/clock/clock";
import { listServiceAccounts } from "@/lib/contract/admin/list-service-accounts";
import { findAccount } from "../account/account";
import { implement } from "../http/implement";
import { serviceAccounts } from "../store/tables/people";

export const listServiceAccountsOperation = implement(listServiceAccounts, async ({ params }, service) => {
  const { teamId } = await findAccount(service, params.teamId);
  const rows = await service.db
    .select()
    .from(serviceAccounts)
    .where(eq(serviceAccounts.teamId, teamId))
    .orderBy(asc(serviceAccounts.name), asc(serviceAccounts.id));
  return { serviceAccounts: rows.map(({ id, name, createdAt }) => ({ id, name, createdAt: isoTime(createdAt) })) };
});
