import { createServiceAccount } from "@/lib/contract/admin/users/create-service-account";
import { isoTime } from "@/lib/core/clock";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { serviceAccounts } from "../core/store/tables/users";
import { requireTeamUser } from "./team-user-row";

export const createServiceAccountOperation = implement(createServiceAccount, async ({ params, body }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const user = body.user === undefined ? undefined : await requireTeamUser(context, teamId, body.user);
  const row = {
    id: context.ids.typed("sa"),
    teamId,
    name: body.name,
    userId: user?.id ?? null,
    createdAt: context.clock.now(),
  };
  await context.db.insert(serviceAccounts).values(row);
  return { id: row.id, name: row.name, createdAt: isoTime(row.createdAt) };
});
