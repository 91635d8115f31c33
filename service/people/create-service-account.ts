import { createServiceAccount } from "@/lib/contract/admin/create-service-account";
import { isoTime } from "@/lib/core/clock";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { serviceAccounts } from "../core/store/tables/people";
import { requirePerson } from "./person-row";

export const createServiceAccountOperation = implement(createServiceAccount, async ({ params, body }, service) => {
  const { teamId } = await findAccount(service, params.teamId);
  const user = body.user === undefined ? undefined : await requirePerson(service, teamId, body.user);
  const row = {
    id: service.ids.typed("sa"),
    teamId,
    name: body.name,
    userId: user?.id ?? null,
    createdAt: service.clock.now(),
  };
  await service.db.insert(serviceAccounts).values(row);
  return { id: row.id, name: row.name, createdAt: isoTime(row.createdAt) };
});
