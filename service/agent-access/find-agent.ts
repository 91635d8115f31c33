import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { actingUser, type Principal } from "../core/principal";
import { agents } from "../core/store/tables/agents";

export type AgentRow = typeof agents.$inferSelect;

/**
 * Condition for the agents a caller can see. Users (by key or worker token) see their own and the team's service-account
 * agents; service accounts see every agent of the team, with a repo-scoped key only those launched within its scope.
 */
export function visibleAgents(principal: Principal): SQL | undefined {
  const user = actingUser(principal);
  if (user) {
    return and(eq(agents.teamId, user.teamId), or(eq(agents.userId, user.userId), isNotNull(agents.serviceAccountId)));
  }
  if (principal.kind === "serviceAccount") {
    const { teamId, repositoryIds } = principal;
    const inScope = repositoryIds && sql`${agents.repositoryIds} <@ ${JSON.stringify(repositoryIds)}::jsonb`;
    return and(eq(agents.teamId, teamId), inScope);
  }
  throw apiError.agents(403, "role_forbidden", "This credential can't access agents");
}

async function select({ db }: Pick<Context, "db">, principal: Principal, id: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(sql`lower(${agents.id})`, id.toLowerCase()), visibleAgents(principal)));
  return row;
}

/** Returns whether an agent exists and the caller can see it. */
export async function canSeeAgent(context: Pick<Context, "db">, principal: Principal, id: string): Promise<boolean> {
  return (await select(context, principal, id)) !== undefined;
}

/** Returns an agent by id. Throws 404 `agent_not_found` when it doesn't exist or the caller can't see it. */
export async function findAgent(context: Pick<Context, "db">, principal: Principal, id: string): Promise<AgentRow> {
  const row = await select(context, principal, id);
  if (!row) throw apiError.agents(404, "agent_not_found", `Agent ${id} not found`);
  return row;
}
