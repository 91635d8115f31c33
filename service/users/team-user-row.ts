import { and, eq, sql } from "drizzle-orm";
import type { TeamUser } from "@/lib/contract/admin/team-user";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { users } from "../core/store/tables/users";

export type TeamUserRow = typeof users.$inferSelect;

export function teamUserBody(row: TeamUserRow): TeamUser {
  const { actorId, email, firstName, lastName, handle, isTeamAdmin, isActive, defaultModel } = row;
  return {
    id: actorId,
    email,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(handle ? { handle } : {}),
    isAdmin: isTeamAdmin,
    isActive,
    ...(defaultModel ? { defaultModel } : {}),
  };
}

/** Returns a team member by email, case-insensitively. Throws 404 `user_not_found`. */
export async function requireTeamUser(
  { db }: Pick<Context, "db">,
  teamId: number,
  email: string,
): Promise<TeamUserRow> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.trim().toLowerCase()), eq(users.teamId, teamId)));
  if (!row) throw apiError.agents(404, "user_not_found", `${email} is not a member of this team`);
  return row;
}
