import { and, eq, not, or, type SQL, sql } from "drizzle-orm";
import type { AgentFilter } from "@/lib/model/search/query";
import { isOwner, owner } from "./agent-owner";
import { type AgentScope, inScope } from "./agent-scope";
import { agents } from "./index-schema";
import { agentProfiles, launches, users } from "./schema";
import type { Store } from "./store";

/** Escapes text for a LIKE pattern. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** `owner/name` of each repository URL, as `repositoryName` reads it. */
const repositories = sql`array(
  select regexp_replace(regexp_replace(lower(each ->> 'url'), '^([a-z]+://)?[^/]+/', ''), '(\\.git)?/?$', '')
  from jsonb_array_elements(coalesce(${agents.repos}, '[]')) each)`;

/** Compares with false instead of null for unknown data, so that it can be negated. */
const known = (condition: SQL) => sql`coalesce(${condition}, false)`;

function matches(key: AgentFilter["key"], value: string, me: string): SQL | undefined {
  switch (key) {
    case "agent":
      return eq(agents.id, value);
    case "repo":
      if (value === "none") return eq(sql`${agents.repos}`, sql`'[]'::jsonb`);
      return sql`exists (select from unnest(${repositories}) name where name like ${containing(value)})`;
    case "owner":
      if (value === "none") return sql`${owner.ownerName} is null`;
      if (value === "me") return sql`${owner.ownerId} = ${me}`;
      return sql`lower(${owner.ownerName}) like ${containing(value)}`;
    case "status":
      return or(
        sql`lower(${agents.entry} ->> 'status') = ${value}`,
        and(eq(agents.runId, agents.latestRunId), sql`lower(${agents.runStatus}) = ${value}`),
      );
    case "model":
      return sql`lower(${launches.fields} ->> 'model') like ${containing(value)}`;
    case "label":
      if (value === "none") return sql`coalesce(jsonb_array_length(${agentProfiles.labels}), 0) = 0`;
      return sql`exists (select from jsonb_array_elements_text(${agentProfiles.labels}) label where lower(label) = ${value})`;
  }
}

/** Ids of the agents that match all filters, as in the agent list. `me` is the id of the user who searches. */
export async function filteredAgents(
  { database }: Store,
  { filters, me, ...scope }: AgentScope & { filters: readonly AgentFilter[]; me: string },
): Promise<string[]> {
  const conditions = filters.map(({ key, not: isNot, values }) => {
    const any = or(...values.map((value) => matches(key, value, me))) ?? sql`false`;
    return isNot ? not(known(any)) : any;
  });
  const rows = await database
    .select({ id: agents.id })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, agents.id))
    .where(and(inScope(scope), ...conditions));
  return rows.map(({ id }) => id);
}
