import { and, desc, eq, lt } from "drizzle-orm";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { findAgent } from "../agent-access/find-agent";
import { decodeCursor, encodeCursor } from "../core/http/cursor";
import { implement } from "../core/http/implement";
import { runs } from "../core/store/tables/agents";
import { runListEntry } from "./run-body";

export const listRunsOperation = implement(listRuns, async ({ params, query, principal }, context) => {
  const agent = await findAgent(context, principal, params.id);
  const { limit, cursor } = query;
  const rows = await context.db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.agentId, agent.id),
        cursor === undefined ? undefined : lt(runs.position, decodeCursor("runs", cursor)),
      ),
    )
    .orderBy(desc(runs.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => runListEntry(row, agent.branches)),
    ...(rows.length > limit && last ? { nextCursor: encodeCursor("runs", last.position) } : {}),
  };
});
