import { eq, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { notification } from "../core/store/notifications";
import { runEvents, runs } from "../core/store/tables/agents";

type Executor = Pick<Context["db"], "select" | "execute">;

/** Returns the sequence of a run's last stored frame; 0 if there is none. */
export async function lastSequence(tx: Executor, runId: string): Promise<number> {
  const [last] = await tx
    .select({ sequence: sql<number>`coalesce(max(${runEvents.sequence}), 0)::int` })
    .from(runEvents)
    .where(eq(runEvents.runId, runId));
  return last?.sequence ?? 0;
}

/**
 * Stores frames of a run starting at sequence `first` and notifies its readers, in one statement. Returns false, and stores
 * nothing, if the run has ended or was deleted. Frames that are already stored are skipped, so a batch whose commit wasn't
 * confirmed can be retried.
 */
export async function appendEvents(
  tx: Executor,
  runId: string,
  first: number,
  frames: readonly { event: string; data: unknown }[],
  now: number,
): Promise<boolean> {
  const events = sql.param(frames.map(({ event }) => event));
  const data = sql.param(frames.map((frame) => JSON.stringify(frame.data)));
  // Ids are opaque to clients; the prefix lets the service detect an id of another run.
  const idPrefix = `${runId.slice(4, 12)}-`;
  const { rowCount } = await tx.execute(sql`
    with active as materialized (
      select ${runs.id} from ${runs} where ${runs.id} = ${runId} and ${runs.status} in ('CREATING', 'RUNNING') for update
    ), stored as (
      insert into ${runEvents} (run_id, sequence, event_id, event, data, at)
      select active.id, ${first}::int + n - 1, ${idPrefix}::text || (${first}::int + n - 1), frame.event, frame.data, ${now}::bigint
      from active, unnest(${events}::text[], ${data}::text[]) with ordinality as frame (event, data, n)
      on conflict (run_id, sequence) do nothing
    )
    select ${notification("run", runId)} from active`);
  return rowCount === 1;
}
