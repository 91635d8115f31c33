import { and, asc, eq, gt, inArray, like, or, sql } from "drizzle-orm";
import { z } from "zod";
import { agents, recordedEvents, recordings } from "./index-schema";
import type { Store } from "./store";

export type RecordingRow = typeof recordings.$inferSelect;
export type RecordingState = RecordingRow["state"];

/** The failed steps of a run with more calls are those of its first calls. */
const maxStepEvents = 20_000;

export interface RunName {
  agentId: string;
  runId: string;
}

export interface EventToRecord {
  key: string;
  id: string | undefined;
  event: string;
  data: string;
}

const of = ({ agentId, runId }: RunName) => and(eq(recordings.agentId, agentId), eq(recordings.runId, runId));

/**
 * Adds new events to the recording of a run. Returns false for an agent that isn't in the
 * index; nothing is stored then.
 */
export function appendEvents(store: Store, run: RunName, events: readonly EventToRecord[], at: Date): Promise<boolean> {
  const { agentId, runId } = run;
  return store.database.transaction(async (tx) => {
    const known = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("key share");
    if (known.length === 0) return false;
    await tx.insert(recordings).values({ agentId, runId, state: "open", updatedAt: at }).onConflictDoNothing();
    // Two processes can relay the same run. They write one at a time, each only later events.
    await tx.select({ events: recordings.events }).from(recordings).where(of(run)).for("update");
    // One statement with few parameters, because building queries for 20,000 events takes seconds.
    const column = (read: (event: EventToRecord) => string | null) => sql`${sql.param(events.map(read))}::text[]`;
    const here = sql`agent_id = ${agentId} and run_id = ${runId}`;
    await tx.execute(sql`
      with input as (
        select distinct on (key) key, event_id, event, data, n
        from unnest(
          ${column(({ key }) => key)}, ${column(({ id }) => id ?? null)}, ${column(({ event }) => event)},
          ${column(({ data }) => data.replaceAll("\u0000", ""))}
        ) with ordinality as input (key, event_id, event, data, n)
        order by key, n
      ), last as (
        select coalesce(max(position), -1) as position from ${recordedEvents} where ${here}
      ), stored as (
        insert into ${recordedEvents} (agent_id, run_id, position, key, event_id, event, data)
        select ${agentId}::text, ${runId}::text, last.position + row_number() over (order by n), key, event_id, event, data
        from input, last
        where not exists (select from ${recordedEvents} known where ${here} and known.key = input.key)
        returning octet_length(data) as bytes
      ), counted as (
        select count(*)::int as events, coalesce(sum(bytes), 0) as bytes from stored
      )
      update ${recordings}
      set events = ${recordings}.events + counted.events, bytes = ${recordings}.bytes + counted.bytes,
        updated_at = ${at.toISOString()}::timestamptz
      from counted
      where ${here} and counted.events > 0`);
    return true;
  });
}

/** Stores how the recording of a run ended. A complete recording stays complete. */
export async function endRecording(store: Store, run: RunName, state: RecordingState, at: Date): Promise<void> {
  const { agentId, runId } = run;
  await store.database.transaction(async (tx) => {
    const known = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("key share");
    if (known.length === 0) return;
    await tx
      .insert(recordings)
      .values({ agentId, runId, state, updatedAt: at })
      .onConflictDoUpdate({
        target: [recordings.agentId, recordings.runId],
        set: {
          state: sql`case when ${recordings.state} = 'complete' then 'complete' else ${state} end`,
          updatedAt: at,
        },
      });
  });
}

/** Counts an unsuccessful replay of a run; after `maxAttempts` of them it isn't retried. */
export async function countAttempt(store: Store, run: RunName, maxAttempts: number, at: Date): Promise<void> {
  await endRecording(store, run, "open", at);
  await store.database
    .update(recordings)
    .set({
      attempts: sql`${recordings.attempts} + 1`,
      state: sql`case when ${recordings.state} = 'open' and ${recordings.attempts} + 1 >= ${maxAttempts} then 'failed' else ${recordings.state} end`,
    })
    .where(of(run));
}

export async function findRecording(store: Store, run: RunName): Promise<RecordingRow | undefined> {
  const [row] = await store.database.select().from(recordings).where(of(run));
  return row;
}

/** Recorded events after a position, in order. */
export function eventsAfter(store: Store, run: RunName, position: number, limit: number) {
  return store.database
    .select()
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.agentId, run.agentId),
        eq(recordedEvents.runId, run.runId),
        gt(recordedEvents.position, position),
      ),
    )
    .orderBy(asc(recordedEvents.position))
    .limit(limit);
}

/** The events of a recording that can be of tool calls or its end, in order. Most of a stream are texts. */
export async function stepEvents(store: Store, run: RunName): Promise<{ event: string; data: string }[]> {
  const calls = or(
    inArray(recordedEvents.event, ["tool_call", "result"]),
    and(
      eq(recordedEvents.event, "interaction_update"),
      or(like(recordedEvents.data, '%"tool-call-completed"%'), like(recordedEvents.data, '%"turn-ended"%')),
    ),
  );
  return store.database
    .select({ event: recordedEvents.event, data: recordedEvents.data })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.agentId, run.agentId), eq(recordedEvents.runId, run.runId), calls))
    .orderBy(asc(recordedEvents.position))
    .limit(maxStepEvents);
}

const Name = z.object({ agentId: z.string(), runId: z.string() });

/** Finished runs whose stream hasn't been fully read, newest first. */
export async function unrecordedRuns(
  store: Store,
  options: { source: string; notSince: Date; limit: number },
): Promise<RunName[]> {
  const { rows } = await store.database.execute(sql`
    select r.agent_id as "agentId", r.id as "runId"
    from runs r
    join agents a on a.id = r.agent_id
    left join recordings k on k.agent_id = r.agent_id and k.run_id = r.id
    where a.source = ${options.source}
      and r.status in ('FINISHED', 'ERROR', 'CANCELLED', 'EXPIRED')
      and (k.run_id is null or (k.state = 'open' and k.updated_at < ${options.notSince.toISOString()}::timestamptz))
    order by r.created_at desc
    limit ${options.limit}`);
  return z.array(Name).parse(rows);
}
