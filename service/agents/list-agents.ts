import { and, desc, lt, ne, or, sql } from "drizzle-orm";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listedAgents } from "../agent-access/find-agent";
import { decodeCursor, encodeCursor } from "../core/http/cursor";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { agentListEntry } from "./agent-body";

export const listAgentsOperation = implement(listAgents, async ({ query, principal }, { db }) => {
  const { limit, cursor, prUrl, includeArchived } = query;
  const withPr = prUrl === undefined ? undefined : JSON.stringify([{ prUrl }]);
  const rows = await db
    .select()
    .from(agents)
    .where(
      and(
        listedAgents(principal),
        cursor === undefined ? undefined : lt(agents.position, decodeCursor("agents", cursor)),
        includeArchived ? undefined : ne(agents.status, "ARCHIVED"),
        withPr === undefined
          ? undefined
          : or(sql`${agents.repos} @> ${withPr}::jsonb`, sql`${agents.branches} @> ${withPr}::jsonb`),
      ),
    )
    .orderBy(desc(agents.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(agentListEntry),
    ...(rows.length > limit && last ? { nextCursor: encodeCursor("agents", last.position) } : {}),
  };
});
