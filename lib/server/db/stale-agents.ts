import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Store } from "./store";

const Stale = z.object({
  id: z.string(),
  latestRunId: z.string(),
  /** True if only the state of its latest run can have changed. */
  onlyRun: z.boolean(),
  /** True if only its token counts are missing. */
  onlyUsage: z.boolean(),
  updatedAt: z.string(),
});
export type StaleAgent = z.infer<typeof Stale>;

const detailMissing = sql`(detail_for is distinct from updated_at or runs_for is distinct from updated_at or run_id is distinct from latest_run_id)`;
const usageMissing = sql`(usage_for is distinct from updated_at)`;
const runMayHaveChanged = sql`(run_status is null or run_status not in ('FINISHED', 'ERROR', 'CANCELLED', 'EXPIRED'))`;

/**
 * Agents to read: first the wanted ones, which are viewed or have queued messages, the least recently read first, so that none
 * waits for others that change all the time. Then running ones, then the newest. An agent with an active run is included again
 * if it was last requested before `recheckBefore`, a wanted one if before `wantedBefore`.
 */
export async function staleAgents(
  store: Store,
  options: {
    source: string;
    wanted: readonly string[];
    onlyWanted: boolean;
    now: Date;
    recheckBefore: Date;
    wantedBefore: Date;
    limit: number;
  },
): Promise<StaleAgent[]> {
  const wanted = sql`(id = any(${sql.param([...options.wanted])}::text[]))`;
  const due = sql`(checked_at is null or checked_at < case when ${wanted} then ${options.wantedBefore.toISOString()}::timestamptz else ${options.recheckBefore.toISOString()}::timestamptz end)`;
  const { rows } = await store.database.execute(sql`
    select id, latest_run_id as "latestRunId", updated_at as "updatedAt",
      not ${detailMissing} and ${runMayHaveChanged} and ${due} as "onlyRun",
      not ${detailMissing} and ${usageMissing} and not (${runMayHaveChanged} and ${due}) as "onlyUsage"
    from agents
    where source = ${options.source}
      and (${wanted} or not ${options.onlyWanted}::boolean)
      and (retry_at is null or retry_at <= ${options.now.toISOString()}::timestamptz)
      and (${detailMissing} or (${usageMissing} and not ${runMayHaveChanged}) or (${runMayHaveChanged} and ${due}))
    order by ${wanted} desc, case when ${wanted} then checked_at end nulls first, ${detailMissing} desc, (entry->>'status' = 'ACTIVE') desc, created_at desc
    limit ${options.limit}`);
  return z.array(Stale).parse(rows);
}
