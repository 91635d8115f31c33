import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { ownersOf } from "./agent-notifications";
import { agents } from "./index-schema";
import { notificationChannels, notificationEventRows } from "./notification-schema";
import { queueRows } from "./queue-schema";
import { type NotificationEvent, recordNotification } from "./record-notification";
import { agentProfiles } from "./schema";
import type { Store } from "./store";

const minuteMs = 60_000;
/** Requests that are checked, the longest waiting first. */
const maxRequests = 200;

/** The numbers of minutes that channels use for `queue.waiting`. */
async function thresholds({ database }: Store): Promise<number[]> {
  const rows = await database
    .selectDistinct({ minutes: notificationChannels.queueMinutes })
    .from(notificationChannels)
    .where(
      and(isNull(notificationChannels.pausedAt), sql`${notificationChannels.events} @> '["queue.waiting"]'::jsonb`),
    );
  return rows.map(({ minutes }) => minutes);
}

type Sighting = Pick<NotificationEvent, "key" | "type" | "at" | "queueMinutes"> & { minutes?: number };

/** What a request in the queue is worth notifying about. */
function sightingsOf(row: QueueRow, thresholds: readonly number[], now: number): Sighting[] {
  const waiting = thresholds
    .map((minutes) => ({ minutes, at: row.createdAtMs + minutes * minuteMs }))
    .filter(({ at }) => at <= now)
    .map(({ minutes, at }) => ({
      key: `queue-waiting:${row.id}:${row.createdAtMs}:${minutes}`,
      type: "queue.waiting" as const,
      at: new Date(at),
      minutes,
      queueMinutes: minutes,
    }));
  if (row.reconnectByMs === undefined) return waiting;
  const key = `worker-lost:${row.claimedWorkerId}:${row.id}:${row.createdAtMs}`;
  return [...waiting, { key, type: "worker.lost", at: new Date(now) }];
}

async function recordedKeys({ database }: Store, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { key } = notificationEventRows;
  const rows = await database
    .select({ key })
    .from(notificationEventRows)
    .where(inArray(key, [...keys]));
  return new Set(rows.map((row) => row.key));
}

/** Records events about requests that wait too long or whose worker disconnected, from the stored queue. */
export async function notifyOfQueue(store: Store, source: string, now: Date): Promise<void> {
  const { database } = store;
  const wanted = await thresholds(store);
  const stored = await database
    .select({ row: queueRows.row })
    .from(queueRows)
    .where(and(eq(queueRows.source, source), isNotNull(queueRows.row)))
    .orderBy(asc(sql`(${queueRows.row} ->> 'createdAtMs')::bigint`))
    .limit(maxRequests);
  const sighted = stored.flatMap(({ row }) =>
    row === null ? [] : [{ row, sightings: sightingsOf(row, wanted, now.getTime()) }],
  );
  const recorded = await recordedKeys(
    store,
    sighted.flatMap(({ sightings }) => sightings.map(({ key }) => key)),
  );
  const seen = sighted
    .map(({ row, sightings }) => ({ row, sightings: sightings.filter(({ key }) => !recorded.has(key)) }))
    .filter(({ sightings }) => sightings.length > 0);
  if (seen.length === 0) return;
  const ids = seen.map(({ row }) => row.id);
  const named = await database
    .select({ id: agents.id, entry: agents.entry, name: agentProfiles.name })
    .from(agents)
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, agents.id))
    .where(inArray(agents.id, ids));
  const names = new Map(named.map(({ id, entry, name }) => [id, name ?? entry.name]));
  for (const { row, sightings } of seen) {
    const owners = await ownersOf(database, [row.id]);
    const agent = { id: row.id, name: names.get(row.id) ?? row.id };
    for (const { minutes, ...event } of sightings) {
      const facts = { agent, minutes, ...(row.pool === undefined ? {} : { pool: row.pool }) };
      await database.transaction((tx) => recordNotification(tx, { ...event, owners, facts }, now));
    }
  }
}
