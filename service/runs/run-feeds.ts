import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { runEvents, runs } from "../core/store/tables/agents";
import { createWakeUps } from "../core/store/wake-ups";
import type { StoredFrame } from "./append-events";
import { PublishedEvents, type Reading } from "./published-events";
import type { RunRow } from "./run-body";

/** A subscription to a run's feed. */
export interface FeedReader {
  /** Reads the events after `after`; undefined if the run was deleted. */
  read(after: number): Promise<Reading | undefined>;
  /** Resolves true once new events may have arrived since the last `read` started, or false after `ms` milliseconds. */
  wait(ms: number): Promise<boolean>;
  close(): void;
}

export interface RunFeeds {
  /** Subscribes to a run. Aborting `signal` ends any wait. */
  join(runId: string, signal: AbortSignal): FeedReader;
  /** Wakes the run's readers with frames that this service has just stored, so that they don't have to read them. */
  publish(runId: string, status: RunRow["status"], frames: readonly StoredFrame[]): void;
  /** Wakes the run's readers to read what was stored. */
  wake(runId: string): void;
}

export interface WithRunFeeds {
  runFeeds: RunFeeds;
}

interface Feed {
  /** How often something was stored. */
  changes: number;
  /** How often something was stored that wasn't published. */
  unpublished: number;
  /** Wakes each reader. */
  wakes: Set<() => void>;
  /** Reads in progress, by the sequence they start after, with the number of changes when they started. */
  readings: Map<number, { changes: number; reading: Promise<Reading | undefined> }>;
  published: PublishedEvents;
  stop(): void;
}

/** Maximum events per read. */
const batch = 2_000;
/** Maximum bytes of the events of one read, unless the first is larger. */
const batchBytes = 8 * 1024 * 1024;

/** Prepares the query for a run's status and the events after a sequence. Postgres formats them, like `formatFrame`. */
function prepareReading(db: Context["db"]) {
  const page = db
    .select({
      sequence: runEvents.sequence,
      event: runEvents.event,
      text: sql<string>`'id: ' || ${runEvents.eventId} || E'\nevent: ' || ${runEvents.event} || E'\ndata: ' || ${runEvents.data} || E'\n\n'`.as(
        "text",
      ),
      bytesBefore:
        sql<number>`sum(octet_length(${runEvents.data})) over (order by ${runEvents.sequence}) - octet_length(${runEvents.data})`.as(
          "bytes_before",
        ),
    })
    .from(runEvents)
    .where(and(eq(runEvents.runId, sql.placeholder("runId")), gt(runEvents.sequence, sql.placeholder("after"))))
    .orderBy(asc(runEvents.sequence))
    .limit(batch)
    .as("page");
  const fits = sql`filter (where ${page.bytesBefore} < ${sql.raw(String(batchBytes))})`;
  // A single statement reads a consistent snapshot: a terminal status comes with the run's last events.
  const query = db
    .select({
      status: runs.status,
      text: sql<string>`coalesce(string_agg(${page.text}, '' order by ${page.sequence}) ${fits}, '')`,
      last: sql<number | null>`max(${page.sequence}) ${fits}`,
      done: sql<boolean>`coalesce(bool_or(${page.event} = 'done') ${fits}, false)`,
      count: sql<number>`count(${page.sequence})::int`,
      fitting: sql<number>`(count(${page.sequence}) ${fits})::int`,
    })
    .from(runs)
    .leftJoin(page, sql`true`)
    .where(eq(runs.id, sql.placeholder("runId")))
    .groupBy(runs.id)
    .prepare("run_feed");

  return async (runId: string, after: number): Promise<Reading | undefined> => {
    const [row] = await query.execute({ runId, after });
    if (!row) return undefined;
    const { status, text, last, done, count, fitting } = row;
    return { status, text, last: last ?? after, done, more: count === batch || fitting < count };
  };
}

/**
 * Creates feeds that share database reads between all readers of a run on this service: readers at the same event share one
 * read per notification. A read that started before a notification is never shared after it. Events that this service
 * stored are kept for a moment, so that readers who follow them don't read them at all.
 */
export function createRunFeeds({
  db,
  clock,
  notifications,
}: Pick<Context, "db" | "clock" | "notifications">): RunFeeds {
  const feeds = new Map<string, Feed>();
  const read = prepareReading(db);

  function change(feed: Feed, isPublished: boolean): void {
    feed.changes += 1;
    if (!isPublished) feed.unpublished += 1;
    for (const wake of feed.wakes) wake();
  }

  function open(runId: string): Feed {
    const feed: Feed = {
      changes: 0,
      unpublished: 0,
      wakes: new Set(),
      readings: new Map(),
      published: new PublishedEvents(),
      stop: notifications.on("run", runId, () => change(feed, false)),
    };
    feeds.set(runId, feed);
    return feed;
  }

  function share(feed: Feed, runId: string, after: number): Promise<Reading | undefined> {
    const pending = feed.readings.get(after);
    if (pending?.changes === feed.changes) return pending.reading;
    const entry = { changes: feed.changes, reading: read(runId, after) };
    feed.readings.set(after, entry);
    const over = () => {
      if (feed.readings.get(after) === entry) feed.readings.delete(after);
    };
    entry.reading.then(over, over);
    return entry.reading;
  }

  return {
    publish(runId, status, frames) {
      const feed = feeds.get(runId);
      if (!feed) return;
      feed.published.add(status, frames);
      change(feed, true);
    },
    wake(runId) {
      const feed = feeds.get(runId);
      if (feed) change(feed, false);
    },
    join(runId, signal) {
      const feed = feeds.get(runId) ?? open(runId);
      // The unpublished changes of which this reader has read everything.
      let complete: number | undefined;
      const wakeUps = createWakeUps(clock, signal, (wake) => {
        feed.wakes.add(wake);
        return () => feed.wakes.delete(wake);
      });
      return {
        read(after) {
          wakeUps.clear();
          const { unpublished } = feed;
          const published = feed.published.after(after);
          if (published) return Promise.resolve({ ...published, more: complete !== unpublished });
          const reading = share(feed, runId, after);
          const note = (read: Reading | undefined) => {
            if (read && !read.more) complete = unpublished;
          };
          reading.then(note, () => undefined);
          return reading;
        },
        wait: wakeUps.wait,
        close() {
          wakeUps.close();
          if (feed.wakes.size > 0 || feeds.get(runId) !== feed) return;
          feed.stop();
          feeds.delete(runId);
        },
      };
    },
  };
}
