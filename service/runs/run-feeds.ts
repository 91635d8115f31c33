import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { formatFrame } from "../core/http/event-stream";
import { runEvents, runs } from "../core/store/tables/agents";
import { createWakeUps } from "../core/store/wake-ups";
import type { RunRow } from "./run-body";

/** A run's status and the events after a sequence. */
export interface Reading {
  status: RunRow["status"];
  /** The events, formatted for sending; empty if there are none. */
  text: string;
  /** Sequence of the last event read, or the requested one if there are none. */
  last: number;
  /** Whether the run's last event, `done`, is included. */
  done: boolean;
  /** Whether more events may already be stored. */
  more: boolean;
}

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
}

export interface WithRunFeeds {
  runFeeds: RunFeeds;
}

interface Feed {
  /** Number of notifications received. */
  notifications: number;
  /** Wakes each reader. */
  wakes: Set<() => void>;
  /** Reads in progress, by the sequence they start after, with the notification count when they started. */
  readings: Map<number, { notifications: number; reading: Promise<Reading | undefined> }>;
  stop(): void;
}

/** Maximum events per read. */
const batch = 2_000;

/** Prepares the query for a run's status and the events after a sequence. */
function prepareReading(db: Context["db"]) {
  // A single statement reads a consistent snapshot: a terminal status comes with the run's last events.
  const query = db
    .select({
      status: runs.status,
      sequence: runEvents.sequence,
      eventId: runEvents.eventId,
      event: runEvents.event,
      data: runEvents.data,
    })
    .from(runs)
    .leftJoin(runEvents, and(eq(runEvents.runId, runs.id), gt(runEvents.sequence, sql.placeholder("after"))))
    .where(eq(runs.id, sql.placeholder("runId")))
    .orderBy(asc(runEvents.sequence))
    .limit(batch)
    .prepare("run_feed");

  return async (runId: string, after: number): Promise<Reading | undefined> => {
    const rows = await query.execute({ runId, after });
    const [first] = rows;
    if (!first) return undefined;
    let text = "";
    let last = after;
    let done = false;
    for (const { sequence, eventId, event, data } of rows) {
      if (sequence === null || eventId === null || event === null || data === null) break;
      text += formatFrame({ id: eventId, event, data });
      last = sequence;
      done = event === "done";
    }
    return { status: first.status, text, last, done, more: rows.length === batch };
  };
}

/**
 * Creates feeds that share database reads between all readers of a run on this service: readers at the same event share one
 * read per notification. A read that started before a notification is never shared after it.
 */
export function createRunFeeds({
  db,
  clock,
  notifications,
}: Pick<Context, "db" | "clock" | "notifications">): RunFeeds {
  const feeds = new Map<string, Feed>();
  const read = prepareReading(db);

  function open(runId: string): Feed {
    const feed: Feed = {
      notifications: 0,
      wakes: new Set(),
      readings: new Map(),
      stop: notifications.on("run", runId, () => {
        feed.notifications += 1;
        for (const wake of feed.wakes) wake();
      }),
    };
    feeds.set(runId, feed);
    return feed;
  }

  function share(feed: Feed, runId: string, after: number): Promise<Reading | undefined> {
    const pending = feed.readings.get(after);
    if (pending?.notifications === feed.notifications) return pending.reading;
    const entry = { notifications: feed.notifications, reading: read(runId, after) };
    feed.readings.set(after, entry);
    const over = () => {
      if (feed.readings.get(after) === entry) feed.readings.delete(after);
    };
    entry.reading.then(over, over);
    return entry.reading;
  }

  return {
    join(runId, signal) {
      const feed = feeds.get(runId) ?? open(runId);
      const wakeUps = createWakeUps(clock, signal, (wake) => {
        feed.wakes.add(wake);
        return () => feed.wakes.delete(wake);
      });
      return {
        read(after) {
          wakeUps.clear();
          return share(feed, runId, after);
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
