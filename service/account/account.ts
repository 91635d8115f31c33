import { asc, eq, sql } from "drizzle-orm";
import { type Account, AccountSwitches } from "@/lib/contract/admin/account";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { batchedLookup } from "../core/store/batched-lookup";
import { accounts } from "../core/store/tables/account";
import { teams } from "../core/store/tables/users";

const allOn: AccountSwitches = {
  apiEnabled: true,
  envVarsEnabled: true,
  usageEnabled: true,
  spendLeft: true,
  repositoryAccess: true,
  streamAvailable: true,
};

const merged = (stored: Record<string, unknown> | undefined) => AccountSwitches.parse({ ...allOn, ...stored });

const findSwitches = batchedLookup<Record<string, unknown>>((db) => {
  const query = db
    .select({ teamId: accounts.teamId, switches: accounts.switches })
    .from(accounts)
    .where(sql`${accounts.teamId} = any(${sql.placeholder("teamIds")})`)
    .prepare("find_account_switches");
  return async (teamIds) =>
    new Map((await query.execute({ teamIds })).map(({ teamId, switches }) => [String(teamId), switches]));
});

/** Returns a team's account switches, defaults included. */
export async function loadSwitches({ db }: Pick<Context, "db">, teamId: number): Promise<AccountSwitches> {
  return merged(await findSwitches(db, String(teamId)));
}

/** In place of a team's id: the first team, which the dashboard's keys belong to. */
const firstTeam = "_";

/** Returns the account of the team in a path. Throws 404 `team_not_found`. */
export async function findAccount({ db }: Pick<Context, "db">, teamId: string): Promise<Account> {
  const isFirst = teamId === firstTeam;
  const [row] =
    isFirst || /^[1-9][0-9]{0,8}$/.test(teamId)
      ? await db
          .select({ id: teams.id, defaultModel: teams.defaultModel, switches: accounts.switches })
          .from(teams)
          .leftJoin(accounts, eq(accounts.teamId, teams.id))
          .where(isFirst ? undefined : eq(teams.id, Number(teamId)))
          .orderBy(asc(teams.id))
          .limit(1)
      : [];
  if (!row) throw apiError.agents(404, "team_not_found", `Team ${teamId} not found`);
  return { teamId: row.id, ...merged(row.switches ?? undefined), defaultModel: row.defaultModel };
}
