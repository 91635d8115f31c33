import { eq, sql } from "drizzle-orm";
import type { Service } from "../service";
import { notify } from "../store/notifications";
import { runEvents } from "../store/tables/agents";

type Executor = Pick<Service["db"], "select" | "insert" | "execute">;

/** Ids are opaque to readers; the run's own digits make an id of another run recognisable as foreign. */
export function eventId(runId: string, sequence: number): string {
  return `${runId.slice(4, 12)}-${sequence}`;
}

/** Sequence of the last stored frame of a run; 0 when it has none. */
export async function lastSequence(tx: Executor, runId: string): Promise<number> {
  const [last] = await tx
    .select({ sequence: sql<number>`coalesce(max(${runEvents.sequence}), 0)::int` })
    .from(runEvents)
    .where(eq(runEvents.runId, runId));
  return last?.sequence ?? 0;
}

/** A statement takes 65,535 parameters, and a row has six. */
const rowsPerInsert = 5_000;

/** Stores frames of a run from sequence `first` on, and wakes its readers when the transaction commits. */
export async function appendEvents(
  tx: Executor,
  runId: string,
  first: number,
  frames: readonly { event: string; data: unknown }[],
  now: number,
): Promise<void> {
  for (let start = 0; start < frames.length; start += rowsPerInsert) {
    await tx.insert(runEvents).values(
      frames.slice(start, start + rowsPerInsert).map(({ event, data }, index) => ({
        runId,
        sequence: first + start + index,
        eventId: eventId(runId, first + start + index),
        event,
        data: JSON.stringify(data),
        at: now,
      })),
    );
  }
  await notify(tx, "run", runId);
}
