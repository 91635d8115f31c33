import { eq, sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import type { Context } from "../core/context";
import type { Frame } from "../core/http/event-stream";
import { runEvents } from "../core/store/tables/agents";
import type { Reader } from "../core/store/transaction";
import { uniqueViolation } from "../core/store/unique-violation";

/** A frame as it is stored and sent. */
export interface StoredFrame extends Frame {
  id: string;
  sequence: number;
}

/** Returns the sequence of a run's last stored frame; 0 if there is none. */
export async function lastSequence(tx: Reader, runId: string): Promise<number> {
  const [last] = await tx
    .select({ sequence: sql<number>`coalesce(max(${runEvents.sequence}), 0)::int` })
    .from(runEvents)
    .where(eq(runEvents.runId, runId));
  return last?.sequence ?? 0;
}

/** Numbers the frames of a run from `first` on. */
export function numberFrames(
  runId: string,
  first: number,
  frames: readonly { event: string; data: unknown }[],
): StoredFrame[] {
  // Ids are opaque to clients; the prefix lets the service detect an id of another run.
  const prefix = `${runId.slice(4, 12)}-`;
  return frames.map(({ event, data }, index) => ({
    sequence: first + index,
    id: `${prefix}${first + index}`,
    event,
    data: JSON.stringify(data),
  }));
}

const statement = (name: string, onConflict: string) => ({
  name,
  text: `
    with active as materialized (
      select id, status from runs where id = $1 and status in ('CREATING', 'RUNNING') for update
    ), stored as (
      insert into run_events (run_id, sequence, event_id, event, data, at)
      select active.id, frame.sequence, frame.id, frame.event, frame.data, $6
      from active, unnest($2::int[], $3::text[], $4::text[], $5::text[]) as frame (sequence, id, event, data)
      ${onConflict} returning 1
    )
    select status, (select count(*)::int from stored) as stored from active`,
});

/** Cheaper than the other, and fails if a frame is stored already. */
const append = statement("append_events", "");
const appendMissing = statement("append_missing_events", "on conflict (run_id, sequence) do nothing");

type ActiveStatus = "CREATING" | "RUNNING";

/**
 * Stores frames of a run in one statement. Returns the run's status and how many weren't stored yet, or undefined, and
 * stores nothing, if the run has ended or was deleted. Frames that are already stored are skipped, so a batch whose commit
 * wasn't confirmed can be retried.
 */
export async function appendEvents(
  { pool }: Context["database"],
  runId: string,
  frames: readonly StoredFrame[],
  now: number,
): Promise<{ status: ActiveStatus; stored: number } | undefined> {
  const values = [
    runId,
    frames.map(({ sequence }) => sequence),
    frames.map(({ id }) => id),
    frames.map(({ event }) => event),
    frames.map(({ data }) => data),
    now,
  ];
  const run = (which: typeof append) => pool.query<{ status: ActiveStatus; stored: number }>({ ...which, values });
  const { rows } = await run(append).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === uniqueViolation) return run(appendMissing);
    throw error;
  });
  return rows[0];
}
