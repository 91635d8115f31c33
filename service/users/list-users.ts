import { asc, eq, sql } from "drizzle-orm";
import { listUsers } from "@/lib/contract/admin/users/list-users";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { users } from "../core/store/tables/users";
import { teamUserBody } from "./team-user-row";

export const listUsersOperation = implement(listUsers, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db
    .select()
    .from(users)
    .where(eq(users.teamId, teamId))
    .orderBy(asc(sql`lower(${users.email})`));
  return { users: rows.map(teamUserBody) };
});
