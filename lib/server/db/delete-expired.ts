import { sql } from "drizzle-orm";
import { deleteEndedTokens } from "./api-tokens";
import { recordedEvents, recordings } from "./index-schema";
import { audit } from "./schema";
import { searchDocuments } from "./search-schema";
import { deleteSentPrompts } from "./sent-prompts";
import type { Store } from "./store";

const dayMs = 86_400_000;
/** Runs per statement. A run can have many thousand events. */
const batchRuns = 20;
const batchRows = 5_000;

/** Deletes the events of recordings that ended before `before`, and what search finds in them. They remain as expired. Returns the number of runs. */
async function expireRecordings({ database }: Store, before: string): Promise<number> {
  const { rowCount } = await database.execute(sql`
    with old as (
      select agent_id, run_id from ${recordings}
      where state <> 'open' and events > 0 and updated_at < ${before}::timestamptz
      order by updated_at limit ${batchRuns} for update skip locked
    ), deleted as (
      delete from ${recordedEvents} e using old where e.agent_id = old.agent_id and e.run_id = old.run_id
    ), unsearched as (
      delete from ${searchDocuments} d using old where d.agent_id = old.agent_id and d.run_id = old.run_id
    )
    update ${recordings} r set state = 'expired', events = 0, bytes = 0, searched_events = 0
    from old where r.agent_id = old.agent_id and r.run_id = old.run_id`);
  return rowCount ?? 0;
}

async function deleteAudit({ database }: Store, before: string): Promise<number> {
  const { rowCount } = await database.execute(sql`
    delete from ${audit} where id in (
      select id from ${audit} where at < ${before}::timestamptz order by at limit ${batchRows})`);
  return rowCount ?? 0;
}

/** Deletes ended API tokens, and recordings, prompts and audit rows older than their retention, in small batches. 0 days keeps them. */
export async function deleteExpired(
  store: Store,
  days: { recordings: number; audit: number },
  now: number,
): Promise<void> {
  await deleteEndedTokens(store, new Date(now));
  const before = (count: number) => new Date(now - count * dayMs).toISOString();
  if (days.recordings > 0) {
    while ((await expireRecordings(store, before(days.recordings))) === batchRuns);
    await deleteSentPrompts(store, new Date(before(days.recordings)));
  }
  if (days.audit > 0) while ((await deleteAudit(store, before(days.audit))) === batchRows);
}
