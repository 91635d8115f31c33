import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { Notice, noticeChannel } from "./index-notices";
import type { Store } from "./store";

/** The advisory lock of the agent indexer. */
export const indexLock = 7_150_004;
const retryMs = 5_000;

interface ElectionOptions {
  store: Store;
  log: Log;
  /** Number of the advisory lock, unique per task. */
  lock: number;
  signal: AbortSignal;
  clock: Clock;
  /** The leader's task; `signal` is aborted when the lock is lost. */
  work(signal: AbortSignal, listen: (listener: (notice: Notice) => void) => void): Promise<void>;
}

/**
 * Runs the task in the one process that holds the lock, among all that share the database. The lock is released with its
 * connection, so another process takes over after a crash.
 */
export async function electLeader(options: ElectionOptions): Promise<void> {
  const { signal, log, clock } = options;
  while (!signal.aborted) {
    try {
      await tryToLead(options);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "leader task interrupted");
    }
    await sleep(clock, retryMs, signal);
  }
}

async function tryToLead({ store, lock, signal, work }: ElectionOptions): Promise<void> {
  const client = await store.pool.connect();
  const lost = new AbortController();
  const listeners: ((notice: Notice) => void)[] = [];
  const onError = () => lost.abort();
  client.on("error", onError);
  client.on("end", onError);
  client.on("notification", ({ payload }) => {
    const notice = parseNotice(payload ?? "");
    if (notice) for (const listener of listeners) listener(notice);
  });
  let held = false;
  try {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [lock]);
    held = rows[0]?.held === true;
    if (!held || signal.aborted) return;
    await client.query(`listen ${noticeChannel}`);
    await work(AbortSignal.any([signal, lost.signal]), (listener) => listeners.push(listener));
  } finally {
    lost.abort();
    client.removeAllListeners("notification");
    client.removeListener("error", onError);
    client.removeListener("end", onError);
    // Closing the connection releases the lock.
    client.release(held);
  }
}

function parseNotice(text: string): Notice | undefined {
  try {
    return Notice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
