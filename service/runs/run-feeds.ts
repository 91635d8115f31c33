import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { formatFrame } from "../core/http/event-stream";
import { runEvents, runs } from "../core/store/tables/agents";
import { createWakeUps } from "../core/store/wake-ups";
import type { RunRow } from "./run-body";

/** One look at a run: its status, and the events behind a sequence. */
export interface Reading {
  status: RunRow["status"];
  /** The events as they are sent; empty when there are none. */
  text: string;
  /** Sequence of the last event read, or the one that was asked from. */
  last: number;
  /** True when the run's last event, `done`, is among them. */
  done: boolean;
  /** True when there may be more events behind these already. */
  more: boolean;
}

/** A reader's end of a run's feed. */
export interface FeedReader {
  /** Reads what is stored behind `after`; `undefined` when the run is gone. */
  read(after: number): Promise<Reading | undefined>;
  /** Resolves true when something may have come since the last `read` began, false when `ms` passed without. */
  wait(ms: number): Promise<boolean>;
  close(): void;
}

export interface RunFeeds {
  /** Joins the readers of a run. `signal` ends every wait. */
  join(runId: string, signal: AbortSignal): FeedReader;
}

export interface WithRunFeeds {
  runFeeds: RunFeeds;
}

interface Feed {
  /** How many notifications have come. */
  notifications: number;
  /** Readings under way, by the sequence they began behind; each is of one count of notifications. */
  readings: Map<number, { notifications: number; reading: Promise<Reading | undefined> }>;
  readers: number;
  stop(): void;
}

/** Rows a reading brings at most. */
const batch = 2_000;

/** Prepares the query of a reading: what of a run is stored behind the sequence `after`. */
function createReader(db: Context["db"]): (runId: string, after: number) => Promise<Reading | undefined> {
  // One statement sees one state: with a terminal status come the run's last events.
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

  return async (runId, after) => {
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
 * Readings of runs, shared among all readers of a run on this service: those that stand at the same event and are woken
 * by the same notification get the same reading. A reading that began before a notification is never joined after it.
 */
export function createRunFeeds({
  db,
  clock,
  notifications,
}: Pick<Context, "db" | "clock" | "notifications">): RunFeeds {
  const feeds = new Map<string, Feed>();
  const look = createReader(db);

  function open(runId: string): Feed {
    const feed: Feed = {
      notifications: 0,
      readings: new Map(),
      readers: 0,
      stop: notifications.on("run", runId, () => {
        feed.notifications += 1;
      }),
    };
    feeds.set(runId, feed);
    return feed;
  }

  function share(feed: Feed, runId: string, after: number): Promise<Reading | undefined> {
    const underWay = feed.readings.get(after);
    if (underWay?.notifications === feed.notifications) return underWay.reading;
    const entry = { notifications: feed.notifications, reading: look(runId, after) };
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
      feed.readers += 1;
      const wakeUps = createWakeUps({ notifications, clock }, "run", runId, signal);
      let closed = false;
      return {
        read(after) {
          wakeUps.clear();
          return share(feed, runId, after);
        },
        wait: (ms) => wakeUps.wait(ms),
        close() {
          if (closed) return;
          closed = true;
          wakeUps.close();
          feed.readers -= 1;
          if (feed.readers > 0) return;
          feed.stop();
          feeds.delete(runId);
        },
      };
    },
  };
}
