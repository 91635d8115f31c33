import { eq, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { notification } from "../core/store/notifications";
import { runEvents, runs } from "../core/store/tables/agents";

type Executor = Pick<Context["db"], "select" | "execute">;

/** Sequence of the last stored frame of a run; 0 when it has none. */
export async function lastSequence(tx: Executor, runId: string): Promise<number> {
  const [last] = await tx
    .select({ sequence: sql<number>`coalesce(max(${runEvents.sequence}), 0)::int` })
    .from(runEvents)
    .where(eq(runEvents.runId, runId));
  return last?.sequence ?? 0;
}

/**
 * Stores frames of a run from sequence `first` on and wakes its readers at the commit, all in one statement. Answers
 * false, and stores nothing, when the run has ended or is gone. Frames that are stored already stay as they are, so a
 * batch whose commit was not confirmed may be sent again.
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
  // Ids are opaque to readers; the run's own digits make an id of another run recognisable as foreign.
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
