import { sql } from "drizzle-orm";
import { withChanges } from "./indexed-agents";
import type { Store } from "./store";

/**
 * Updates which agents' latest runs wait for a worker that is offline: new runs from the stored queue, where a worker has claimed
 * them, and running ones from the stored workers. A worker counts as the run's if it was seen with the agent since the run's start.
 */
export async function updateOfflineWorkers(store: Store, source: string): Promise<void> {
  await withChanges(store, (tx) =>
    tx.execute(sql`
      with current as (
        select a.id, case
          when a.run_id is distinct from a.latest_run_id then null
          when a.run_status = 'CREATING' and q.row ? 'reconnectByMs'
            then jsonb_build_object('id', q.row->'claimedWorkerId', 'reconnectByMs', q.row->'reconnectByMs')
          when a.run_status = 'RUNNING' and not w.connected then jsonb_build_object('id', w.id)
        end as worker
        from agents a
        left join queue_rows q on q.source = a.source and q.id = a.id
        left join lateral (
          select k.id, k.connected from worker_agents s join known_workers k on k.source = s.source and k.id = s.worker_id
          where s.source = a.source and s.agent_id = a.id and to_char(s.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') >= a.run_created_at
          order by s.seen_at desc limit 1
        ) w on a.run_status = 'RUNNING'
        where a.source = ${source} and (a.run_status in ('CREATING', 'RUNNING') or a.offline_worker is not null)
      )
      update agents set offline_worker = current.worker, change = nextval('agent_changes')
      from current where agents.id = current.id and agents.offline_worker is distinct from current.worker`),
  );
}
