import type pg from "pg";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { sleep } from "@/lib/core/sleep";
import type { Store } from "./store";

const defaultEveryMs = 5_000;

interface FollowedChannel {
  store(): Promise<Store>;
  clock: Clock;
  log: Log;
  shutdown: AbortSignal;
  channel: string;
  /** Whether a notification affects `refresh`; by default, all do. */
  concerns?(payload: string): boolean;
  /** Reads the changes. Handles its own errors; calls can overlap. */
  refresh(): Promise<void>;
  /** `refresh` runs at least this often, in case a notification is lost. */
  everyMs?: number;
  /** Log message when the connection to the channel is lost. */
  disconnected: string;
}

/** Calls `refresh` now, after each notification of a channel, and periodically, until the shutdown. */
export function followChannel(options: FollowedChannel): void {
  const { store, clock, log, shutdown, channel, concerns, refresh, everyMs = defaultEveryMs, disconnected } = options;
  const listenAgain = async () => {
    while (!shutdown.aborted) {
      try {
        await listen(await store(), channel, shutdown, (payload) => {
          if (payload === undefined || !concerns || concerns(payload)) void refresh();
        });
      } catch (error) {
        if (!shutdown.aborted) log.warn({ err: error }, disconnected);
      }
      await sleep(clock, everyMs, shutdown);
    }
  };
  scheduleEvery({ clock, log }, { everyMs, failure: disconnected, immediately: true, signal: shutdown }, refresh);
  void listenAgain();
}

/**
 * Listens to a channel on a separate connection, until that breaks or `signal` is aborted. Calls back with the payload
 * of each notification, and without one when it starts to listen.
 */
async function listen(
  { pool }: Store,
  channel: string,
  signal: AbortSignal,
  onNotice: (payload?: string) => void,
): Promise<void> {
  let end = () => {};
  const client: pg.PoolClient = await pool.connect();
  const onNotification = ({ payload = "" }: pg.Notification) => onNotice(payload);
  try {
    await new Promise<void>((resolve, reject) => {
      // The signal may have aborted while the connection was opened; no event reports that.
      if (signal.aborted) return resolve();
      client.on("notification", onNotification);
      client.once("error", reject);
      client.once("end", resolve);
      end = resolve;
      signal.addEventListener("abort", end, { once: true });
      client.query(`listen ${channel}`).then(() => onNotice(), reject);
    });
  } finally {
    signal.removeEventListener("abort", end);
    client.removeListener("notification", onNotification);
    client.release(true);
  }
}
