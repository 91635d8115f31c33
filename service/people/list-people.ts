import { asc, eq, sql } from "drizzle-orm";
import { listPeople } from "@/lib/contract/admin/people/list-people";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { users } from "../core/store/tables/people";
import { personBody } from "./person-row";

export const listPeopleOperation = implement(listPeople, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db
    .select()
    .from(users)
    .where(eq(users.teamId, teamId))
    .orderBy(asc(sql`lower(${users.email})`));
  return { people: rows.map(personBody) };
});
