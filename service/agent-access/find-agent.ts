import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { ViewerAccess } from "@/lib/contract/agents/agent";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { actingUser, type Principal } from "../core/principal";
import { agents } from "../core/store/tables/agents";
import { repositories } from "../core/store/tables/repositories";
import { users } from "../core/store/tables/users";
import { permittedRepositories } from "../hosting/access/permitted-repositories";

export type AgentRow = typeof agents.$inferSelect;

/**
 * What a caller does with an agent. `manage`: cancels its run, archives or unarchives it. `own`: gives it input, which it
 * acts on with its owner's variables and connections, or deletes it.
 */
export type AgentAccess = ViewerAccess;

const isTeamAdmin = (userId: number) =>
  sql<boolean>`exists (select from ${users} u where u.id = ${userId} and u.is_team_admin)`;

/** Whether every repository that the agent pushes to is one of these. */
const pushesOnlyTo = (permitted: SQL) =>
  sql<boolean>`not exists (select from unnest(${agents.pushRepositoryIds}) target (id) where target.id not in ${permitted})`;

/** Deleted repositories hide an agent from everyone but its owner. */
function usesOnlyReadable(userId: number): SQL {
  const readable = permittedRepositories(userId, "read");
  return sql`not exists (
    select from unnest(${agents.usedRepositoryIds}) used (id)
    where used.id not in ${readable}
      and (${agents.userId} is distinct from ${userId} or exists (select from ${repositories} r where r.id = used.id))
  )`;
}

/**
 * Condition for the agents a caller can see. Users (by key or worker token) see their own and the team's agents as far as they
 * can read all repositories these use; team admins see every agent of the team, and so do service accounts, with a
 * repo-scoped key only those launched within its scope.
 */
export function visibleAgents(principal: Principal): SQL | undefined {
  const user = actingUser(principal);
  if (user) {
    const { userId, teamId } = user;
    return and(eq(agents.teamId, teamId), sql`(${isTeamAdmin(userId)} or ${usesOnlyReadable(userId)})`);
  }
  if (principal.kind === "serviceAccount") {
    const { teamId, repositoryIds } = principal;
    const inScope = repositoryIds && sql`${agents.repositoryIds} <@ ${JSON.stringify(repositoryIds)}::jsonb`;
    return and(eq(agents.teamId, teamId), inScope);
  }
  throw apiError.agents(403, "role_forbidden", "This credential can't access agents");
}

/** Condition for the agents in a caller's list: those they can see without the ones of other users. */
export function listedAgents(principal: Principal): SQL | undefined {
  const user = actingUser(principal);
  const isOwn = user && or(eq(agents.userId, user.userId), isNotNull(agents.serviceAccountId));
  return and(isOwn, visibleAgents(principal));
}

/**
 * Whether a caller who sees an agent has the access. Users have any on their own agents and, as team admins, on the team's;
 * on agents of service accounts if they can write to all repositories these push to. Agents of other users they can manage
 * if they can write to all repositories these push to, and there is at least one.
 */
function allows(principal: Principal, access: Exclude<AgentAccess, "read">): SQL<boolean> {
  const user = actingUser(principal);
  if (!user) return sql<boolean>`true`;
  const { userId } = user;
  const isShared = sql`${agents.serviceAccountId} is not null`;
  const isOpen = access === "own" ? isShared : sql`(${isShared} or cardinality(${agents.pushRepositoryIds}) > 0)`;
  return sql<boolean>`(
    coalesce(${agents.userId} = ${userId}, false) or ${isTeamAdmin(userId)}
    or (${isOpen} and ${pushesOnlyTo(permittedRepositories(userId, "write"))})
  )`;
}

async function select({ db }: Pick<Context, "db">, principal: Principal, id: string) {
  const [row] = await db
    .select({ agent: agents, manage: allows(principal, "manage"), own: allows(principal, "own") })
    .from(agents)
    .where(and(eq(sql`lower(${agents.id})`, id.toLowerCase()), visibleAgents(principal)));
  return row;
}

/** Returns whether an agent exists and the caller can see it. */
export async function canSeeAgent(context: Pick<Context, "db">, principal: Principal, id: string): Promise<boolean> {
  return (await select(context, principal, id)) !== undefined;
}

const denials: Readonly<Record<Exclude<AgentAccess, "read">, string>> = {
  manage: "Only the agent's user, team admins, and users who can write to all of its repositories can do this",
  own: "Only the agent's user and team admins can do this, because the agent uses its user's variables and connections",
};

/** Returns an agent by id and what the caller can do with it. Throws 404 `agent_not_found` like {@link findAgent}. */
export async function findAgentAccess(
  context: Pick<Context, "db">,
  principal: Principal,
  id: string,
): Promise<{ agent: AgentRow; access: AgentAccess }> {
  const row = await select(context, principal, id);
  if (!row) throw apiError.agents(404, "agent_not_found", `Agent ${id} not found`);
  return { agent: row.agent, access: row.own ? "own" : row.manage ? "manage" : "read" };
}

/**
 * Returns an agent by id. Throws 404 `agent_not_found` when it doesn't exist or the caller can't see it, 403 `role_forbidden`
 * when the caller can see it but lacks the access.
 */
export async function findAgent(
  context: Pick<Context, "db">,
  principal: Principal,
  id: string,
  access: AgentAccess = "read",
): Promise<AgentRow> {
  const { agent, access: held } = await findAgentAccess(context, principal, id);
  if (access !== "read" && held !== "own" && held !== access) {
    throw apiError.agents(403, "role_forbidden", denials[access]);
  }
  return agent;
}
