import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { agents, userAccess } from "./index-schema";
import { launches, users } from "./schema";

/** A user who reads from the index; see `agentViewer`. */
export interface AgentViewer {
  id: string;
  /** Sees every agent. */
  seesAll: boolean;
}

/** Which agents are read: those of a service, and, for a user, only those that they can see. */
export interface AgentScope {
  source: string;
  /** Missing for background work, which reads all. */
  viewer?: AgentViewer | undefined;
}

/** An agent that the user launched, here or with an API key. */
function isOwn({ id }: AgentViewer): SQL {
  const email = sql`(select lower(${users.email}) from ${users} where ${users.id} = ${id})`;
  return sql`(
    exists (select from ${launches} where ${launches.agentId} = ${agents.id} and ${launches.launchedBy} = ${id})
    or coalesce(lower(${agents.launcher} ->> 'email') = ${email}, false)
  )`;
}

/**
 * Condition on `agents`, by the same rules as the service's: a user sees agents whose repositories they can all read, and own
 * ones unless there is a repository that they can't read. Which repositories an agent uses is unknown until it is read.
 */
export function visibleTo(viewer: AgentViewer): SQL | undefined {
  if (viewer.seesAll) return undefined;
  // Subqueries are hashed, so agents are compared with thousands of repositories at once.
  const listed = (column: typeof userAccess.readable | typeof userAccess.denied) =>
    sql`(select unnest(${column}) from ${userAccess} where ${userAccess.userId} = ${viewer.id})`;
  const used = sql`unnest(${agents.repositoryIds}) used (id)`;
  return or(
    sql`(${agents.repositoryIds} is not null
      and not exists (select from ${used} where used.id not in ${listed(userAccess.readable)}))`,
    sql`(${isOwn(viewer)} and not exists (select from ${used} where used.id in ${listed(userAccess.denied)}))`,
  );
}

/** Condition on `agents`. */
export function inScope({ source, viewer }: AgentScope): SQL | undefined {
  return and(eq(agents.source, source), viewer && visibleTo(viewer));
}
