import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { actingUser, type Principal } from "../core/principal";
import { teams, users } from "../core/store/tables/users";

/** Returns the default models of the calling user and of the team, in the order they apply (specification, section 4). */
export async function defaultModels({ db }: Pick<Context, "db">, principal: Principal): Promise<(string | null)[]> {
  if (!("teamId" in principal)) return [];
  const [team] = await db.select({ model: teams.defaultModel }).from(teams).where(eq(teams.id, principal.teamId));
  const acting = actingUser(principal);
  const [user] = acting
    ? await db.select({ model: users.defaultModel }).from(users).where(eq(users.id, acting.userId))
    : [];
  return [user?.model ?? null, team?.model ?? null];
}
